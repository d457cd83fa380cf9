// Surveys of HELIOS++ by its own program and by subray, by turns, on the same cores, scene files and trees included, as
// LAS: seconds by the clock and of the processors (user), peak memory; medians. Without the program (`--binary`),
// numbers that HELIOS++ gave on another machine stand in for it.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readTimings } from './lib-helios-timings.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

export const options = {
  /** Program of HELIOS++. */
  binary: { type: 'string' },
  /** Folder of HELIOS++'s `data/`, `assets/` and `bench/`. */
  helios: { type: 'string', default: here('../../shared/helios') },
  /** Names of SURVEYS; absent: all. */
  surveys: { type: 'string', multiple: true },
  rounds: { type: 'string', default: '5' },
  threads: { type: 'string', default: '2' },
  /** Cores that both may use, as `taskset -c` takes them. */
  cores: { type: 'string' },
  cli: { type: 'string', default: here('../dist/cli/main.js') },
};

/** Files below the folder of HELIOS++, by name. */
const SURVEYS = Object.fromEntries(
  [
    'data/surveys/toyblocks/als_toyblocks',
    'data/surveys/toyblocks/tls_toyblocks',
    'data/surveys/toyblocks/mls_toyblocks',
    'data/surveys/toyblocks/uls_toyblocks_livox',
    'data/surveys/demo/tls_livox',
    'data/surveys/demo/als_interpolated_trajectory',
    'data/surveys/demo/als_hd_demo_tiff',
    'data/surveys/dyn/tls_tree1_static',
    'bench/birch12_hdl64',
    'bench/birch12_vz400',
    'bench/wheat16_hdl64',
    'bench/wheat16_vz400',
  ].map((path) => [path.split('/').at(-1), `${path}.xml`]),
);

const ASSETS = ['--assets', 'assets', '--assets', '.'];

export async function run({ binary, helios, surveys = Object.keys(SURVEYS), rounds, threads, cores, cli }) {
  const timings = binary ? new Map() : readTimings(join(helios, 'reference/timings.md'));
  const scratch = mkdtempSync(join(tmpdir(), 'subray-bench-'));
  const place = { folder: resolve(helios), prefix: cores ? ['taskset', '-c', cores] : [], out: scratch };
  const measure = (name) => {
    const file = SURVEYS[name] ?? name;
    if (!existsSync(join(helios, file))) return { name, fault: `there is no ${join(helios, file)}` };
    const programs = { subray: () => runSubray(place, resolve(cli), file, threads) };
    if (binary) programs.helios = () => runHelios(place, resolve(binary), file, threads);
    return { name, helios: timings.get(name), ...measureByTurns(programs, Number(rounds)) };
  };
  try {
    return { binary, threads: Number(threads), rounds: Number(rounds), surveys: surveys.map(measure) };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Medians of each program's runs, or the first fault. */
function measureByTurns(programs, rounds) {
  const names = Object.keys(programs);
  const runs = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++)
    for (const name of names) {
      const result = programs[name]();
      if (result.fault) return { fault: `${name}: ${result.fault}` };
      runs[name].push(result);
    }
  return Object.fromEntries(names.map((name) => [name, mediansOf(runs[name])]));
}

const mediansOf = (runs) =>
  Object.fromEntries(Object.keys(runs[0]).map((key) => [key, median(runs.map((one) => one[key]))]));

/** Of numbers that may be unknown. */
const median = (values) =>
  values.includes(undefined) ? undefined : values.toSorted((a, b) => a - b)[values.length >> 1];

/** No tree is kept, since HELIOS++ builds its scene anew, too; no GPU is looked for. */
function runSubray(place, cli, file, threads) {
  const rules = ['--force', '--quiet', '--json', '--no-cache', '--engine', 'cpu'];
  const line = [process.execPath, cli, 'run', file, ...ASSETS, '--out', place.out, '--threads', threads, ...rules];
  const result = runTimed(place, line);
  if (result.fault) return result;
  const { seconds } = JSON.parse(result.stdout);
  const { load, build, simulate, write } = seconds;
  return { load, build, simulate, write, ...result.usage };
}

function runHelios(place, binary, file, threads) {
  const rules = ['--lasOutput', '--legacyEnergyModel', '--rebuildScene', '--noSceneWriting', '--seed', '43'];
  const result = runTimed(place, [binary, file, ...ASSETS, '--output', place.out, '-j', threads, ...rules]);
  if (result.fault) return result;
  const simulate = /pulse computation tasks finished in ([\d.]+)/i.exec(result.stdout)?.[1];
  return { simulate: simulate && Number(simulate), ...result.usage };
}

/** GNU time, which measures a program's peak memory. */
const TIME = '/usr/bin/time';

/** Output and use of a program, children included, or the end of its complaint. */
function runTimed({ folder, prefix, out }, line) {
  const peak = existsSync(TIME) ? [TIME, '-f', 'peak %M'] : [];
  const script = 'TIMEFORMAT="time %R %U"; time "$0" "$@"';
  const [program, ...args] = [...prefix, ...peak, ...line];
  const { status, stdout, stderr } = spawnSync('bash', ['-c', script, program, ...args], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  execFileSync('find', [out, '-mindepth', '1', '-delete']);
  if (status !== 0) return { fault: complaintOf(stderr) };
  const [, total, user] = /^time (\S+) (\S+)$/m.exec(stderr).map(Number);
  const kibibytes = /^peak (\d+)$/m.exec(stderr)?.[1];
  return { stdout, usage: { total, user, peakMegabytes: kibibytes && (kibibytes * 1024) / 1e6 } };
}

const OWN_LINES = /^(?:time|peak|warning|Command exited)\b/;

/** The last message of a program that failed. */
const complaintOf = (stderr) =>
  stderr
    .split('\n')
    .filter((line) => /^\S/.test(line) && !OWN_LINES.test(line))
    .at(-1)
    ?.replace(/^subray: /, '') ?? 'it failed without a word';

const HEADS = ['survey', 'load', 'build', 'simulate', 'write', 'total', 'user', 'MB'];
const HELIOS_HEADS = ['HELIOS++ simulate', 'total', 'user', 'MB', 'total ratio', 'user ratio'];

export function print({ binary, threads, rounds, surveys }) {
  const source = binary ?? 'HELIOS++ from its reference/timings.md: another machine, another day';
  console.log(`${threads} threads, medians of ${rounds} rounds; seconds. ${source}`);
  printRow([...HEADS, ...HELIOS_HEADS]);
  printRow([...HEADS, ...HELIOS_HEADS].map(() => '---'));
  for (const survey of surveys) printRow(cellsOf(survey));
}

function cellsOf({ name, fault, subray, helios = {} }) {
  if (fault) return [name, fault];
  const { load, build, simulate, write, total, user, peakMegabytes } = subray;
  return [
    name,
    ...[load, build, simulate, write, total, user].map((value) => numberText(value, 2)),
    numberText(peakMegabytes, 0),
    ...[helios.simulate, helios.total, helios.user].map((value) => numberText(value, 1)),
    numberText(helios.peakMegabytes, 0),
    numberText(ratioOf(helios.total, total), 1),
    numberText(ratioOf(helios.user, user), 1),
  ];
}

const ratioOf = (theirs, ours) => (theirs === undefined ? undefined : theirs / ours);
const numberText = (value, decimals) => (value === undefined ? '' : value.toFixed(decimals));
const printRow = (cells) => console.log(`| ${cells.join(' | ')} |`);
