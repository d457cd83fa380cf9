// Digests of what the examples write, on both engines: a change that is to leave results alone leaves these alone. The GPU engine
// runs on whatever adapter there is, with fewer subrays, as a software adapter takes a minute an example even so.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseDocument } from 'yaml';

export const options = {
  engines: { type: 'string', default: 'cpu,gpu' },
  examples: { type: 'string' },
  /** Another checkout, built, whose program is run on this one's examples. */
  root: { type: 'string', default: fileURLToPath(new URL('..', import.meta.url)) },
  /** Subrays of a pulse on the GPU. */
  subrays: { type: 'string', default: '7' },
};

const EXAMPLES = fileURLToPath(new URL('../examples', import.meta.url));

export async function run({ engines, examples, root, subrays }) {
  const names = readdirSync(EXAMPLES)
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => file.slice(0, -'.yaml'.length))
    .filter((name) => examples === undefined || examples.split(',').includes(name));
  return engines
    .split(',')
    .flatMap((engine) => names.map((name) => digestOf({ name, engine, root, subrays: Number(subrays) })));
}

/** The digest of all files that an example writes, with their names. */
function digestOf({ name, engine, root, subrays }) {
  const folder = mkdtempSync(join(tmpdir(), 'subray-digests-'));
  try {
    const survey = join(EXAMPLES, `${name}.yaml`);
    const run = engine === 'gpu' ? thinned(survey, folder, subrays) : survey;
    const adapter = engine === 'gpu' ? ['--adapter', 'auto'] : [];
    execFileSync(
      process.execPath,
      [join(root, 'dist/cli/main.js'), 'run', run, '--quiet', '--engine', engine, ...adapter, '--out', folder],
      { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
    );
    const files = filesBelow(folder).filter((file) => file !== 'survey.yaml');
    const hash = createHash('sha256');
    for (const file of files) hash.update(file).update(readFileSync(join(folder, file)));
    return { name, engine, files: files.length, sha256: hash.digest('hex') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The survey with so many subrays a pulse, written to `folder`. */
function thinned(survey, folder, subrays) {
  const document = parseDocument(readFileSync(survey, 'utf8'));
  document.setIn(['footprint', 'subrays'], subrays);
  const path = join(folder, 'survey.yaml');
  writeFileSync(path, String(document));
  return path;
}

const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

export function print(rows) {
  for (const { name, engine, files, sha256 } of rows)
    console.log(`${sha256.slice(0, 32)}  ${engine}  ${name} (${files} files)`);
}
