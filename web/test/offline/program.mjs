// The command in the module:  node web/test/offline/program.mjs VERB …
import { load, command } from '../../offline/node.mjs';

const { code, out, err } = await command(await load(['battles', 'cases']), process.argv.slice(2));
process.stdout.write(out);
process.stderr.write(err);
process.exitCode = code;
