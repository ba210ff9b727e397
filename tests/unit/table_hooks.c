/* Where a webhook may call: only public addresses, unless the server was started for a LAN. Nothing is called
   here. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "table/hooks.h"

static bool open_to(const char *text)
{
	struct sockaddr_in four = {.sin_family = AF_INET};
	struct sockaddr_in6 six = {.sin6_family = AF_INET6};
	if (inet_pton(AF_INET, text, &four.sin_addr) == 1) return address_public((struct sockaddr *)&four);
	assert_int_equal(inet_pton(AF_INET6, text, &six.sin6_addr), 1);
	return address_public((struct sockaddr *)&six);
}

static void private_and_reserved_addresses_are_closed(void **state)
{
	static const char *const closed[] = {
		"0.0.0.0",
		"0.1.2.3",
		"10.0.0.1",
		"10.255.255.255",
		"100.64.0.1",
		"100.127.255.255",
		"127.0.0.1",
		"127.255.255.254",
		"169.254.169.254",
		"172.16.0.1",
		"172.31.255.255",
		"192.0.0.1",
		"192.0.2.1",
		"192.88.99.1",
		"192.168.0.1",
		"192.168.255.255",
		"198.18.0.1",
		"198.19.255.255",
		"198.51.100.7",
		"203.0.113.9",
		"224.0.0.1",
		"239.1.1.1",
		"240.0.0.1",
		"255.255.255.255",
		"::",
		"::1",
		"::ffff:127.0.0.1",
		"::ffff:10.0.0.1",
		"::ffff:8.8.8.8",
		"::127.0.0.1",
		"64:ff9b::7f00:1",
		"100::1",
		"fc00::1",
		"fd12:3456::1",
		"fe80::1",
		"fec0::1",
		"ff02::1",
		"2001::1",
		"2001:db8::1",
		"2002:7f00:1::",
		"3fff::1",
	};
	(void)state;
	for (size_t i = 0; i < sizeof closed / sizeof *closed; i++)
		if (open_to(closed[i])) fail_msg("%s is open", closed[i]);
}

static void public_addresses_are_open(void **state)
{
	static const char *const open[] = {"1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255",
		"100.128.0.0", "126.255.255.255", "128.0.0.1", "169.253.255.255", "172.15.255.255", "172.32.0.0",
		"192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0", "223.255.255.255",
		"2001:4860:4860::8888", "2606:4700::1111", "2a00:1450::1"};
	(void)state;
	for (size_t i = 0; i < sizeof open / sizeof *open; i++)
		if (!open_to(open[i])) fail_msg("%s is closed", open[i]);
}

static void only_plain_web_addresses_are_taken(void **state)
{
	static const char *const bad[] = {
		"",
		"x",
		"//example.org/",
		"ftp://example.org/",
		"file:///etc/passwd",
		"gopher://example.org/",
		"javascript:alert(1)",
		"dict://example.org:11211/",
		"http://",
		"http://user@example.org/",
		"http://user:word@example.org/",
		"https://:word@example.org/",
		"http://example.org:22/",
		"http://example.org:25/",
		"http://example.org:0/",
		"http://example.org:99999/",
		"http://127.0.0.1/",
		"http://127.1/",
		"http://2130706433/",
		"http://0x7f.1/",
		"http://0177.0.0.1/",
		"http://[::1]/",
		"http://[::ffff:127.0.0.1]/",
		"http://[fe80::1%25eth0]/",
		"http://169.254.169.254/latest/meta-data/",
		"http://10.0.0.1:8080/",
		"http://exa mple.org/",
		"http://example.org/\r\nX: y",
		"http://example.org/\n",
	};
	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		if (!hook_wrong(bad[i], false)) fail_msg("%s is taken", bad[i]);
	assert_null(hook_wrong("https://example.org/hook?x=1", false));
	assert_null(hook_wrong("http://example.org:8080/", false));
	assert_null(hook_wrong("https://8.8.8.8/", false));
	assert_null(hook_wrong("http://localhost:8080/", false)); /* a name is judged when it is called */
}

static void on_a_lan_private_addresses_are_taken_and_nothing_else_is(void **state)
{
	(void)state;
	assert_null(hook_wrong("http://127.0.0.1:8080/", true));
	assert_null(hook_wrong("http://192.168.0.7/", true));
	assert_non_null(hook_wrong("ftp://192.168.0.7/", true));
	assert_non_null(hook_wrong("http://me@192.168.0.7/", true));
	assert_non_null(hook_wrong("http://192.168.0.7:22/", true));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(private_and_reserved_addresses_are_closed),
		cmocka_unit_test(public_addresses_are_open),
		cmocka_unit_test(only_plain_web_addresses_are_taken),
		cmocka_unit_test(on_a_lan_private_addresses_are_taken_and_nothing_else_is),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
