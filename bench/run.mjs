// npm run bench -- NAME [options]: runs bench/NAME.mjs; each prints one JSON object with --json.
import { readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';

const [name, ...rest] = process.argv.slice(2);
const folder = new URL('.', import.meta.url);
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.mjs') && file !== 'run.mjs' && !file.startsWith('lib-'))
  .map((file) => file.slice(0, -4));

if (!names.includes(name)) {
  console.error(`npm run bench -- NAME [options]; NAME is one of: ${names.join(', ')}`);
  process.exit(2);
}
const bench = await import(new URL(`${name}.mjs`, folder));
const { values } = parseArgs({ args: rest, options: { json: { type: 'boolean' }, ...bench.options } });
const result = await bench.run(values);
if (values.json) console.log(JSON.stringify(result));
else bench.print(result);
