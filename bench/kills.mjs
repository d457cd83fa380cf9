// Sets of files after kill -9: small surveys with three clouds, labels and frames are run over older sets of files and killed
// at random moments; then it is counted which files have their final names, at once and after the next run.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const options = {
  count: { type: 'string', default: '200' },
  seed: { type: 'string', default: '1' },
  /** The program. */
  cli: { type: 'string', default: fileURLToPath(new URL('../dist/cli/main.js', import.meta.url)) },
  /** Folder to work in; absent: a new one for temporary files, which is removed. */
  folder: { type: 'string' },
};

/** Two surveys with the same outputs; the second has fewer frames. */
const SURVEYS = [
  { name: 'long', duration: 0.4, seed: 1 },
  { name: 'short', duration: 0.25, seed: 2 },
];

const surveyText = ({ duration, seed }) => `scene: { parts: [ { generate: { kind: terrain, triangles: 2000 } } ] }
scanner: velodyne-vlp-16
seed: ${seed}
legs: [ { position: [0, 0, 20], duration: ${duration} } ]
output: [ a.las, b.ply, c.csv ]
frames: { file: frames/%03d.pcd, by: seconds, duration: 0.01 }
`;

/** Moments of a kill, in turn: any time of the run; since the first temporary file; when names are being given. */
const MOMENTS = ['any', 'writing', 'naming'];

export async function run({ count, seed, cli, folder }) {
  const place = folder ?? mkdtempSync(join(tmpdir(), 'subray-kills-'));
  mkdirSync(place, { recursive: true });
  try {
    const random = randomNumbers(Number(seed));
    const program = createProgram(cli, place);
    const wholes = SURVEYS.map((survey) => wholeSet(program, place, survey));
    const trials = [];
    for (let number = 0; number < Number(count); number++)
      trials.push(await tryKill({ program, place, number, random, wholes }));
    return { seed: Number(seed), seconds: wholes.map((whole) => whole.seconds), trials: summarise(trials) };
  } finally {
    if (folder === undefined) rmSync(place, { recursive: true, force: true });
  }
}

const createProgram = (cli, place) => ({
  args: (survey, out, ...more) => [cli, 'run', join(place, `${survey.name}.yaml`), '--out', out, '--engine', 'cpu', '--threads', '1', '--quiet', ...more],
  env: { ...process.env, SUBRAY_CACHE: join(place, 'cache') },
}); // biome-ignore format: one command line

/** Runs a survey undisturbed: digest of its files, and its time. */
function wholeSet({ args, env }, place, survey) {
  writeFileSync(join(place, `${survey.name}.yaml`), surveyText(survey));
  const out = join(place, `whole-${survey.name}`);
  const started = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args(survey, out), { env, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return { digest: digestOf(out), seconds: (performance.now() - started) / 1000 };
}

/** Names and contents of all files without a dot in front; empty for a folder without any. */
function digestOf(folder) {
  const hash = createHash('sha256');
  let files = 0;
  for (const path of existsSync(folder) ? readdirSync(folder, { recursive: true }).sort() : []) {
    if (path.split(/[\\/]/).some((name) => name.startsWith('.')) || !/\.\w+$/.test(path)) continue;
    files++;
    hash.update(`${path}\n`).update(readFileSync(join(folder, path)));
  }
  return files === 0 ? 'nothing' : hash.digest('hex');
}

const hidden = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true }).filter((path) => /(^|[\\/])\.subray[^\\/]*$/.test(path))
    : [];

/** One run that is killed, over a whole set of the other survey; every fifth in a folder without files. */
async function tryKill({ program, place, number, random, wholes }) {
  const out = join(place, 'out');
  if (number % 5 === 0) rmSync(out, { recursive: true, force: true });
  const before = digestOf(out);
  const choice = before === wholes[0].digest ? 1 : 0;
  const moment = MOMENTS[number % MOMENTS.length];
  const { args, env } = program;
  const child = spawn(process.execPath, args(SURVEYS[choice], out, '--force'), { env, stdio: 'ignore' });
  const ended = new Promise((resolve) => child.on('close', (code, signal) => resolve({ code, signal })));
  let running = true;
  ended.then(() => { running = false; }); // biome-ignore format: short
  await MOMENT_OF[moment]({ out, random, seconds: wholes[choice].seconds, isRunning: () => running });
  child.kill('SIGKILL');
  const { signal } = await ended;
  const stateOf = () => {
    const digest = digestOf(out);
    return digest === before ? 'old' : digest === wholes[choice].digest ? 'new' : 'mixed';
  };
  const decided = hidden(out).some((path) => existsSync(join(out, path, 'commit')));
  const [first, left] = [stateOf(), hidden(out).length > 0];
  // Without --force: it tidies up, and then either refuses to replace the files or, where there are none, writes them.
  spawnSync(process.execPath, args(SURVEYS[choice], out), { env });
  const trial = {
    moment,
    killed: signal === 'SIGKILL',
    first,
    decided,
    left,
    next: stateOf(),
    leftAfter: hidden(out).length,
  };
  if (trial.next === 'mixed') throw new Error(`trial ${number} left ${JSON.stringify(trial)}`);
  return trial;
}

const MOMENT_OF = {
  any: ({ random, seconds }) => wait(random() * seconds * 1000),
  writing: async ({ out, random, seconds, isRunning }) => {
    while (isRunning() && hidden(out).length === 0) await wait(1);
    await wait(random() * seconds * 300);
  },
  naming: async ({ out, random, isRunning }) => {
    while (isRunning() && hidden(out).length === 0) await wait(1);
    const [staging] = hidden(out).filter((path) => !path.includes('frames'));
    if (staging === undefined) return;
    // Now without waiting, since it takes a millisecond: from the draft of the record on, for a random part of that.
    const record = join(out, staging, random() < 0.5 ? 'draft' : 'commit');
    for (let k = 0; isRunning() && existsSync(join(out, staging)) && !existsSync(record); k++) if (k % 2000 === 0) await wait(0);
    const until = performance.now() + random() * 3;
    while (performance.now() < until);
  },
}; // biome-ignore format: loops on one line

/** Counts of trials by moment. */
const summarise = (trials) =>
  MOMENTS.map((moment) => {
    const of = trials.filter((trial) => trial.moment === moment);
    const sum = (test) => of.filter(test).length;
    return {
      moment,
      runs: of.length,
      killed: sum(({ killed }) => killed),
      withTemporaryFiles: sum(({ left }) => left),
      atOnce: { old: sum(({ first }) => first === 'old'), new: sum(({ first }) => first === 'new'), mixed: sum(({ first }) => first === 'mixed'), mixedWithoutRecord: sum(({ first, decided }) => first === 'mixed' && !decided) },
      afterNextRun: { old: sum(({ next }) => next === 'old'), new: sum(({ next }) => next === 'new'), mixed: sum(({ next }) => next === 'mixed'), withTemporaryFiles: sum(({ leftAfter }) => leftAfter > 0) },
    }; // biome-ignore format: counts
  });

export function print({ seed, seconds, trials }) {
  console.log(`seed ${seed}; an undisturbed run takes ${seconds.map((s) => s.toFixed(1)).join(' and ')} s\n`);
  console.log('| moment | runs | killed | temporary files left | at once: old | new | mixed | of these without a record | after the next run: old | new | mixed | temporary files |');
  console.log('|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|');
  for (const { moment, runs, killed, withTemporaryFiles, atOnce, afterNextRun } of trials)
    console.log(`| ${[moment, runs, killed, withTemporaryFiles, ...Object.values(atOnce), ...Object.values(afterNextRun)].join(' | ')} |`);
} // biome-ignore format: a table

function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
