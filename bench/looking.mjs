// Looking at a cloud: the time of `subray info` and its picture, with start-up, each run in a process of its own, and a
// digest of the picture's pixels. Several built checkouts are compared by turns.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decode } from 'fast-png';

const HERE = fileURLToPath(new URL('..', import.meta.url));

export const options = {
  /** A LAS or LAZ file; absent: the survey's cloud is made first. */
  cloud: { type: 'string' },
  survey: { type: 'string', default: join(HERE, 'examples/quickstart.yaml') },
  /** Checkouts; default: this one. */
  roots: { type: 'string', default: HERE },
  repeats: { type: 'string', default: '5' },
  color: { type: 'string', default: 'auto' },
};

const USAGE = new URL('lib-usage.mjs', import.meta.url).href;

export async function run({ cloud, survey, roots, repeats, color }) {
  const folder = mkdtempSync(join(tmpdir(), 'subray-looking-'));
  try {
    const path = cloud === undefined ? scanned(survey, folder) : resolve(cloud);
    const png = join(folder, 'picture.png');
    const looks = { info: ['info', path], picture: ['info', path, '--png', png, '--force', '--color', color] };
    const rows = roots.split(',').flatMap((root) => Object.keys(looks).map((look) => ({ root, look, runs: [] })));
    for (let k = 0; k < Number(repeats); k++)
      for (const row of rows) {
        row.runs.push(runOnce(row.root, looks[row.look], folder));
        if (row.look === 'picture') row.pixels = digestOf(decode(readFileSync(png)).data);
      }
    return { cloud: path, repeats: Number(repeats), rows: rows.map(summary) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The path of the cloud made from a survey. */
function scanned(survey, folder) {
  const args = [join(HERE, 'dist/cli/main.js'), 'run', survey, '--json', '--quiet', '--engine', 'cpu', '--out', folder];
  const report = execFileSync(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  return resolve(folder, JSON.parse(report).outputs[0].path);
}

function runOnce(root, args, folder) {
  const left = join(folder, 'usage.json');
  const start = performance.now();
  execFileSync(process.execPath, ['--import', USAGE, join(root, 'dist/cli/main.js'), ...args], {
    env: { ...process.env, SUBRAY_BENCH_USAGE: left },
    stdio: 'ignore',
  });
  return { seconds: (performance.now() - start) / 1000, ...JSON.parse(readFileSync(left, 'utf8')) };
}

const digestOf = (bytes) => createHash('sha256').update(bytes).digest('hex').slice(0, 16);

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

function summary({ root, look, runs, pixels }) {
  const of = (key) => median(runs.map((run) => run[key]));
  const fastest = Math.min(...runs.map((run) => run.seconds));
  return {
    root,
    look,
    seconds: of('seconds'),
    fastestSeconds: fastest,
    cpuSeconds: of('cpuSeconds'),
    peakMemoryBytes: of('peakMemoryBytes'),
    pixels,
  };
}

export function print({ cloud, repeats, rows }) {
  console.log(`${cloud}, medians of ${repeats}`);
  for (const { root, look, seconds, fastestSeconds, cpuSeconds, peakMemoryBytes, pixels } of rows)
    console.log(
      `${look.padEnd(7)}  ${seconds.toFixed(2)} s (fastest ${fastestSeconds.toFixed(2)}), ` +
        `${cpuSeconds.toFixed(2)} s of CPU, ${Math.round(peakMemoryBytes / 2 ** 20)} MiB` +
        `${pixels === undefined ? '' : `, pixels ${pixels}`}  ${root}`,
    );
}
