// Estimates of dry runs against runs: processor seconds of the whole program, peak memory, points and bytes of files.
// Each survey is estimated and run by a program of its own, first with an empty cache, then from it.
// `--surveys` takes files separated by commas; absent: the examples, and five surveys that this file makes.
// `--campaigns` takes files of campaigns instead: their plan against their run, before and after a run of their survey.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

export const options = {
  cli: { type: 'string', default: here('../dist/cli/main.js') },
  surveys: { type: 'string' },
  campaigns: { type: 'string' },
  /** Absent: as many as the program takes by itself. */
  threads: { type: 'string', default: '1' },
  look: { type: 'string', default: 'auto' },
};

const EXAMPLES = ['airborne', 'forest', 'materials', 'mobile', 'noise', 'quickstart', 'robot', 'uav', 'waveforms'];

/** Drives of a 64-beam sensor through a street, one subray a pulse, in each kind of output. */
const drive = (name, output) => `name: ${name}
seed: 3
scene: { parts: [{ name: street, generate: { kind: street, seed: 3, length: 120, triangles: 120000 } }] }
scanner: velodyne-hdl-64e
footprint: { subrays: 1 }
mount: { position: [0, 0, 1.8] }
legs: [{ from: [-10, 0, 0], to: [-5, 0, 0], speed: 10 }]
${output}
`;

/** Pulses of 256 subrays straight down, so far apart as the footprint is wide. */
const wide = (name, divergence) => `name: ${name}
seed: 4
scene: { parts: [{ name: forest, generate: { kind: forest, seed: 4, extent: 60, triangles: 200000 } }] }
scanner:
  name: profiler
  wavelength: 1064
  divergence: { mrad: ${divergence} }
  detection: { rangeMin: 1, rangeMax: 2000, maxReturns: 8, rangeNoise: 0.01 }
  deflector: { kind: parallel, pulseRate: 2000, scanRate: 20, fieldOfView: 0.001 }
platform: aircraft
footprint: { pattern: disc, subrays: 256 }
legs: [{ from: [-20, 0, 900], to: [20, 0, 900], speed: 40 }]
output: [wide.las]
`;

const GENERATED = {
  'drive, LAS': drive('drive-las', 'output: [drive.las]'),
  'drive, PCD': drive('drive-pcd', 'frames: { file: "drive/%06d.pcd", coordinates: sensor }'),
  'drive, SemanticKITTI': drive('drive-kitti', 'frames: { dataset: semantic-kitti, folder: kitti }'),
  'wide, 2.7 m': wide('wide27', 3),
  'wide, 9 m': wide('wide90', 10),
};

export async function run({ cli, surveys, campaigns, threads, look }) {
  const folder = mkdtempSync(join(tmpdir(), 'subray-estimates-'));
  try {
    if (campaigns) {
      const rows = campaigns
        .split(',')
        .map((file, k) => measureCampaign({ cli: resolve(cli), file: resolve(file), threads }, join(folder, `${k}`)));
      return { machine: { node: process.version }, campaigns: rows };
    }
    const list = surveys ? surveys.split(',').map((file) => [basename(file), resolve(file)]) : ownSurveys(folder);
    const rows = [];
    for (const [name, file] of list) {
      const env = { ...process.env, SUBRAY_CACHE: mkdtempSync(join(folder, 'cache-')) };
      const at = { cli: resolve(cli), file, env, folder, threads };
      const before = estimate(at, look, ['--no-cache']);
      const cold = measure(at, 'cold', ['--no-cache']);
      measure(at, 'built', []);
      const after = estimate(at, look);
      const cached = measure(at, 'cached', []);
      const row = { name, before, cold, after, cached };
      rows.push(row);
      process.stderr.write(`${line(row)}\n`);
    }
    return { machine: { node: process.version }, rows };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function ownSurveys(folder) {
  cpSync(here('../examples'), join(folder, 'examples'), { recursive: true });
  const examples = EXAMPLES.map((name) => [name, join(folder, 'examples', `${name}.yaml`)]);
  const made = Object.entries(GENERATED).map(([name, text], k) => {
    const file = join(folder, `made-${k}.yaml`);
    writeFileSync(file, text);
    return [name, file];
  });
  return [...examples, ...made];
}

function program({ cli, file, env, folder, threads }, args) {
  const usage = join(folder, 'usage.json');
  const loaded = ['--import', pathToFileURL(here('lib-usage.mjs')).href];
  const command = [...loaded, cli, 'run', file, ...(threads ? ['--threads', threads] : []), ...args, '--json'];
  const text = execFileSync(process.execPath, command, {
    cwd: dirname(file),
    env: { ...env, SUBRAY_BENCH_USAGE: usage },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 1 << 28,
  });
  return { report: JSON.parse(text), usage: JSON.parse(readFileSync(usage, 'utf8')) };
}

function estimate(at, look, args = []) {
  const { report, usage } = program(at, ['--dry-run', '--look', look, '--force', ...args]);
  return { ...report.estimate, look: report.look && { ...report.look, parts: undefined }, cost: usage.cpuSeconds };
}

function measure(at, name, args) {
  const out = join(at.folder, `${basename(at.file)}-${name}`);
  mkdirSync(out);
  const { report, usage } = program(at, ['--engine', 'cpu', '-o', out, ...args]);
  const bytes = bytesIn(out);
  rmSync(out, { recursive: true });
  const { points, pulses, processor, peakMemoryBytes } = report;
  return { seconds: usage.cpuSeconds, memoryBytes: peakMemoryBytes, bytes, points, pulses, processor };
}

/** The plan of a campaign on a new machine, and on one that has run its survey once, against its run. */
function measureCampaign({ cli, file, threads }, folder) {
  mkdirSync(folder);
  const usage = join(folder, 'usage.json');
  const env = { ...process.env, SUBRAY_CACHE: join(folder, 'cache'), SUBRAY_BENCH_USAGE: usage };
  const loaded = ['--import', pathToFileURL(here('lib-usage.mjs')).href];
  const subray = (...args) =>
    execFileSync(process.execPath, [...loaded, cli, ...args], {
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  const plan = (name) => subray('campaign', 'plan', file, '-o', join(folder, name));
  const before = plan('plan');
  const { totals } = JSON.parse(readFileSync(join(folder, 'plan/plan.json'), 'utf8'));
  subray('run', join(dirname(file), 'base.yaml'), '--out', join(folder, 'base'), '--threads', threads);
  const after = plan('plan-after');
  subray('campaign', 'run', join(folder, 'plan'), '--threads', threads, '--no-cache');
  const { cpuSeconds, peakMemoryBytes } = JSON.parse(readFileSync(usage, 'utf8'));
  const row = {
    name: basename(dirname(file)),
    before: saidIn(before),
    after: saidIn(after),
    seconds: cpuSeconds,
    memory: totals.memoryBytesMax / peakMemoryBytes,
    bytes: totals.outputBytesMax / bytesIn(join(folder, 'plan/tasks')),
  };
  process.stderr.write(`${campaignLine(row)}\n`);
  return row;
}

/** Seconds of a line such as `time  1 min 20 s of a core, …`. */
function saidIn(text) {
  const [, minutes = 0, seconds] = /^time +(?:(\d+) min )?([\d.]+) s of a core/m.exec(text);
  return 60 * Number(minutes) + Number(seconds);
}

function campaignLine({ name, before, after, seconds, memory, bytes }) {
  const [a, b] = [before, after].map((said) => `${said.toFixed(1)} | ${ratio(said, seconds)}`);
  return `| ${name} | ${seconds.toFixed(1)} | ${a} | ${b} | ${memory.toFixed(2)} | ${bytes.toFixed(2)} |`;
}

const bytesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);

const ratio = (said, took) => (said === undefined ? '–' : (said / took).toFixed(2));

function line({ name, before, cold, after, cached }) {
  const cells = [
    name,
    before.seconds.toFixed(1),
    cold.seconds.toFixed(1),
    ratio(before.seconds, cold.seconds),
    after.seconds.toFixed(1),
    cached.seconds.toFixed(1),
    ratio(after.seconds, cached.seconds),
    ratio(before.memoryBytes, cold.memoryBytes),
    ratio(after.memoryBytes, cached.memoryBytes),
    ratio(after.pointsLikely, cached.points),
    ratio(after.outputBytesLikely, cached.bytes),
  ];
  return `| ${cells.join(' | ')} |`;
}

const HEAD = [
  ...['survey', 'said, cold', 'took', 'ratio', 'said, cached', 'took', 'ratio'],
  ...['memory, cold', 'memory, cached', 'points', 'bytes'],
];

export function print({ rows, campaigns }) {
  if (campaigns) {
    console.log(
      '| campaign | took | said, new | ratio | said, after a run | ratio | memory | bytes, at most |\n|---|---|---|---|---|---|---|---|',
    );
    for (const row of campaigns) console.log(campaignLine(row));
    return;
  }
  console.log(`| ${HEAD.join(' | ')} |\n|${HEAD.map(() => '---|').join('')}`);
  for (const row of rows) console.log(line(row));
}
