/* The page of a report: cream paper, serif letters, two columns of figures; the same on a printer, without
   the cream. */
#include <stdarg.h>
#include <stdio.h>

#include "study/report.h"

static const char style[] =
	":root{--paper:#f6efdc;--ink:#2b2620;--soft:#6d6353;--rule:#bfae86;--blood:#8c2f1b}"
	"*{box-sizing:border-box}"
	"body{margin:0;background:#e9dfc4;color:var(--ink);font:17px/1.45 'Libre Caslon Text','IM Fell English',Baskerville,Palatino,'Liberation Serif',Georgia,serif;"
	"-webkit-print-color-adjust:exact;print-color-adjust:exact}"
	"main{max-width:1080px;margin:28px auto;padding:46px 56px 40px;background:var(--paper);border:1px solid var(--rule);outline:5px double var(--rule);outline-offset:-12px}"
	"header{text-align:center;border-bottom:3px double var(--rule);padding-bottom:18px;margin-bottom:22px}"
	"h1{font-size:40px;font-weight:normal;line-height:1.15;margin:0 0 4px;letter-spacing:.01em}"
	"header p{margin:3px 0;color:var(--soft);font-style:italic}"
	"header p.line{font-size:19px;color:var(--ink)}"
	".lede{font-size:19px;max-width:46em;margin:0 auto 22px;text-align:justify;hyphens:auto}"
	".lede::first-letter{font-size:3.1em;float:left;line-height:.82;padding:.08em .09em 0 0;color:var(--blood)}"
	".sheet{display:grid;grid-template-columns:repeat(12,1fr);gap:26px 30px}"
	"figure{margin:0;grid-column:span 6;break-inside:avoid;display:flex;flex-direction:column}"
	"figure.whole{grid-column:span 12}figure.third{grid-column:span 4}figure.quarter{grid-column:span 3}"
	"section{grid-column:span 12;break-inside:avoid}section p{margin:0 0 8px;font-size:14px;color:var(--soft);font-style:italic}"
	"figure h3{font-size:15px;font-weight:normal;margin:0 0 4px;text-align:center}"
	"figure h2,section h2{font-size:19px;font-weight:normal;font-variant:small-caps;letter-spacing:.04em;margin:0 0 6px;padding-top:7px;border-top:1px solid var(--rule)}"
	"figcaption{font-size:14px;line-height:1.38;color:var(--soft);margin-top:6px;font-style:italic}"
	"svg.plot{width:100%;height:auto;overflow:visible}"
	"svg.map{width:100%;display:block;margin:0 auto;border:1px solid var(--ink);outline:3px double var(--rule);outline-offset:3px;background:#f7f0dd}"
	"svg.plot text{font-family:inherit;fill:var(--ink)}"
	"text.tick{font-size:12px;fill:var(--soft)}text.tiny{font-size:10px;fill:var(--soft)}text.label{font-size:13.5px}text.light{fill:#f9f3e3!important}"
	"path.hair{stroke:#d9cca9;stroke-width:.8;fill:none}path.axis{stroke:var(--ink);stroke-width:1;fill:none}path.dashed{stroke-dasharray:4 3}"
	"path.whisker{stroke:var(--ink);stroke-width:1.8;fill:none}path.mean{stroke:var(--blood);stroke-width:1.6;fill:none}"
	"path.history{fill:var(--blood);stroke-width:2.4}"
	"table{border-collapse:collapse;width:100%;font-size:15px;font-variant-numeric:lining-nums tabular-nums}"
	"th,td{padding:3px 10px 3px 0;text-align:right;border-bottom:1px solid #ddd0ac;vertical-align:top}th{font-weight:normal;font-variant:small-caps;border-bottom:1px solid var(--ink)}"
	"th:first-child,td:first-child{text-align:left}td:not(:first-child){white-space:nowrap}"
	"footer{margin-top:26px;padding-top:10px;border-top:3px double var(--rule);font-size:14px;color:var(--soft)}"
	"code{font:13px/1.4 'DejaVu Sans Mono',monospace;overflow-wrap:anywhere}"
	"@media screen and (max-width:760px){main{padding:26px 20px}.sheet{display:block}figure{margin-bottom:26px}}"
	"@page{size:A4;margin:13mm 12mm}"
	"@media print{body{background:none;font-size:10.5pt}main{margin:0;padding:0;border:0;outline:0;max-width:none;background:none}"
	".sheet{gap:16px 22px}figure h2{font-size:12pt}figcaption{font-size:8.5pt}.lede{font-size:11.5pt}table{font-size:9.5pt}h1{font-size:26pt}}";

void page_open(struct text *out, const char *title, const char *line, const char *note)
{
	text_add(out,
		"<!doctype html>\n<html lang='en'>\n<meta charset='utf-8'>\n<meta name='viewport' content='width=device-width'>\n<title>");
	html_text(out, title);
	text_addf(out, "</title>\n<style>%s</style>\n<body>\n<main>\n<header><h1>", style);
	html_text(out, title);
	text_add(out, "</h1><p class='line'>");
	html_text(out, line);
	text_add(out, "</p><p>");
	html_text(out, note);
	text_add(out, "</p></header>\n");
}

void page_close(struct text *out) { text_add(out, "</main>\n</body>\n</html>\n"); }

void figure_open(struct text *out, const char *class, const char *title)
{
	text_addf(out, "<figure class='%s'><h2>", class);
	html_text(out, title);
	text_add(out, "</h2>\n");
}

void figure_close(struct text *out, const char *fmt, ...)
{
	char words[1200];
	va_list args;
	va_start(args, fmt);
	vsnprintf(words, sizeof words, fmt, args);
	va_end(args);
	text_add(out, "<figcaption>");
	html_text(out, words);
	text_add(out, "</figcaption></figure>\n");
}
