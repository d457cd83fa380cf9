// Digests of the examples' outputs, on both engines: a change that must not affect results leaves these the same. The
// GPU engine runs on any adapter; its surveys are shortened, since a software adapter would take an hour for them.
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
  /** Surveys shortened on the CPU engine too. */
  short: { type: 'boolean', default: false },
  /** Another built checkout, whose program is run on this one's examples. */
  root: { type: 'string', default: fileURLToPath(new URL('..', import.meta.url)) },
};

const EXAMPLES = fileURLToPath(new URL('../examples', import.meta.url));

/** Azimuths that shorten the examples to some 50,000 pulses. */
const NARROW = [10, 12];
const CUT_SHORT = {
  airborne: [
    ['legs', 0, 'speed', 2000],
    ['legs', 1, 'speed', 2000],
  ],
  forest: [
    ['legs', 0, 'azimuth', NARROW],
    ['legs', 1, 'azimuth', NARROW],
  ],
  materials: [
    ['legs', 0, 'azimuth', NARROW],
    ['legs', 1, 'azimuth', NARROW],
  ],
  mobile: [['legs', 0, 'speed', 1000]],
  noise: [['legs', 0, 'azimuth', NARROW]],
  quickstart: [0, 1, 2, 3].map((leg) => ['legs', leg, 'azimuth', NARROW]),
  robot: [['legs', 0, 'speed', 20]],
  uav: [['scanner', { id: 'dji-zenmuse-l2-non-repetitive', pulseRate: 2000 }]],
  waveforms: [['legs', 0, 'speed', 1000]],
};

export async function run({ engines, examples, short, root }) {
  const names = readdirSync(EXAMPLES)
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => file.slice(0, -'.yaml'.length))
    .filter((name) => examples === undefined || examples.split(',').includes(name));
  return engines
    .split(',')
    .flatMap((engine) => names.map((name) => digestOf({ name, engine, isShort: short || engine === 'gpu', root })));
}

/** The digest of all files that an example writes, with their names. */
function digestOf({ name, engine, isShort, root }) {
  const folder = mkdtempSync(join(tmpdir(), 'subray-digests-'));
  try {
    const run = isShort ? join(folder, 'survey.yaml') : join(EXAMPLES, `${name}.yaml`);
    if (isShort) writeFileSync(run, cutShort(name));
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

/** The text of an example, shortened. */
export function cutShort(name) {
  const document = parseDocument(readFileSync(join(EXAMPLES, `${name}.yaml`), 'utf8'));
  for (const change of CUT_SHORT[name]) document.setIn(change.slice(0, -1), change.at(-1));
  return String(document);
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
