// npm run build [-- PART …] [--watch] [--force]: makes those parts of dist/ that are out of date
// (scripts/build/parts.mjs), all of them or PART and what it needs; `--watch` does so after each edit until it is
// interrupted; `--force` makes them in any case.
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { makeParts, partsNamed } from './build/make-parts.mjs';
import { watchSources } from './build/watch-sources.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { watch: { type: 'boolean', default: false }, force: { type: 'boolean', default: false } },
  });
  const parts = partsNamed(positionals);
  if (values.watch) await watchSources(root, parts);
  else await makeParts(root, parts, { force: values.force });
} catch (error) {
  // A fault of the sources or of the command: a stack would lead into this script.
  console.error(error.message);
  process.exitCode = 1;
}
