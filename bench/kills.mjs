// Sets of files after kill -9: small surveys with clouds, labels and frames are run over older sets of files and killed
// at random moments; then the files with their final names are counted, at once and after the next run. With --resume
// runs keep their traced pulses, and the next run, also with --resume, must produce the files of an undisturbed one.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { McapIndexedReader } from '@mcap/core';
import { nodeFiles } from '../dist/base/files/node-files.js';
import { readPoints } from '../dist/io/clouds/read-points.js';
import { openCloud } from '../dist/io/clouds/readable-clouds.js';

export const options = {
  count: { type: 'string', default: '200' },
  seed: { type: 'string', default: '1' },
  /** Outputs: a name of SETS. */
  set: { type: 'string', default: 'formats' },
  resume: { type: 'boolean', default: false },
  /** Factor of the surveys' durations. */
  scale: { type: 'string', default: '1' },
  /** The program. */
  cli: { type: 'string', default: fileURLToPath(new URL('../dist/cli/main.js', import.meta.url)) },
  /** Folder to work in; absent: a new one for temporary files, which is removed. */
  folder: { type: 'string' },
};

/** Two surveys with the same outputs; the second has fewer frames. */
const SURVEYS = [
  { name: 'long', duration: 0.2, seed: 1 },
  { name: 'short', duration: 0.12, seed: 2 },
];

/** A cloud of every format and a recording, or some clouds and a second folder with a file for each frame. */
const SETS = {
  formats: {
    clouds: ['a.las', 'b.laz', 'c.copc.laz', 'd.npz', 'e.parquet', 'f.e57', 'g.ply', 'h.pcd', 'i.npy', 'j.csv', 'k.xyz'],
    frames: 'drive.mcap',
  },
  frames: { clouds: ['a.las', 'b.ply', 'c.csv'], frames: 'frames/%03d.pcd' },
}; // biome-ignore format: a list

const surveyText = ({ clouds, frames, duration, seed }) => `scene: { parts: [ { generate: { kind: terrain, triangles: 2000 } } ] }
scanner: velodyne-vlp-16
seed: ${seed}
legs: [ { position: [0, 0, 20], duration: ${duration} } ]
output: [ ${clouds.join(', ')} ]
frames: { file: ${frames}, by: seconds, duration: 0.01 }
`; // biome-ignore format: a text

/** Moments of a kill, in turn: any time of the run; since the first temporary file; when names are being given. */
const MOMENTS = ['any', 'writing', 'naming'];

export async function run({ count, seed, set, resume, scale, cli, folder }) {
  const place = folder ?? mkdtempSync(join(tmpdir(), 'subray-kills-'));
  mkdirSync(place, { recursive: true });
  try {
    const random = randomNumbers(Number(seed));
    const program = createProgram({ cli, place, resume });
    const wholes = [];
    for (const survey of SURVEYS) {
      const duration = survey.duration * Number(scale);
      wholes.push(await wholeSet(program, place, { ...survey, ...SETS[set], duration }));
    }
    const trials = [];
    for (let number = 0; number < Number(count); number++)
      trials.push(await tryKill({ program, place, number, random, wholes, resume }));
    return { seed: Number(seed), seconds: wholes.map((whole) => whole.seconds), trials: summarise(trials) };
  } finally {
    if (folder === undefined) rmSync(place, { recursive: true, force: true });
  }
}

/** The command lines of a run that is let alone, and of one that is to be killed. */
function createProgram({ cli, place, resume }) {
  const args = (survey, out, ...more) => [cli, 'run', join(place, `${survey.name}.yaml`), '--out', out, '--engine', 'cpu', '--threads', '1', '--quiet', ...more];
  const killed = (survey, out) => (resume ? [join(place, 'run.mjs'), join(place, `${survey.name}.yaml`), out] : args(survey, out, '--force'));
  // Keeps traced pulses so often that a second of work has many parts.
  const library = pathToFileURL(join(cli, '../../index.js')).href;
  writeFileSync(join(place, 'run.mjs'), `import { loadSurvey, runSurvey } from ${JSON.stringify(library)};
const [file, outputFolder] = process.argv.slice(2);
await runSurvey(await loadSurvey(file, { outputFolder }), { engine: 'cpu', threads: 1, force: true, resume: { seconds: 0.05 } });
`);
  return { args, killed, env: { ...process.env, SUBRAY_CACHE: join(place, 'cache') } };
} // biome-ignore format: command lines

/** Runs a survey undisturbed: digest of its files, all of which can be read, and its time. */
async function wholeSet({ args, env }, place, survey) {
  writeFileSync(join(place, `${survey.name}.yaml`), surveyText(survey));
  const out = join(place, `whole-${survey.name}`);
  const started = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args(survey, out), { env, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  const seconds = (performance.now() - started) / 1000;
  const counts = new Set();
  for (const name of survey.clouds) counts.add(await pointsIn(join(out, name)));
  if (counts.size > 1 || counts.has(0)) throw new Error(`the clouds have ${[...counts].join(', ')} points`);
  const recording = survey.frames.endsWith('.mcap') ? await messagesIn(join(out, survey.frames)) : undefined;
  if (recording === 0) throw new Error(`${survey.frames} has no messages`);
  return { digest: digestOf(out), seconds };
} // biome-ignore format: command lines

/** Points of a cloud, all of them read. */
async function pointsIn(path) {
  let points = 0;
  for await (const { count } of readPoints(await openCloud(nodeFiles, path))) points += count;
  return points;
}

/** Messages of a recording, read by its index. */
async function messagesIn(path) {
  const bytes = readFileSync(path);
  const reader = await McapIndexedReader.Initialize({
    readable: {
      size: async () => BigInt(bytes.length),
      read: async (offset, size) => new Uint8Array(bytes.subarray(Number(offset), Number(offset + size))),
    },
  });
  let messages = 0;
  for await (const _ of reader.readMessages()) messages++;
  return messages;
}

/** Names and contents of all files without a dot in front; empty for a folder without any. */
function digestOf(folder) {
  const hash = createHash('sha256');
  let files = 0;
  for (const path of existsSync(folder) ? readdirSync(folder, { recursive: true }).sort() : []) {
    if (path.split(/[\\/]/).some((name) => name.startsWith('.') || name.endsWith('.resume')) || !/\.\w+$/.test(path))
      continue;
    files++;
    hash.update(`${path}\n`).update(readFileSync(join(folder, path)));
  }
  return files === 0 ? 'nothing' : hash.digest('hex');
}

/** Paths in a folder and its folders, some of which the program may remove meanwhile. */
function namesIn(folder) {
  for (;;)
    try {
      return existsSync(folder) ? readdirSync(folder, { recursive: true }) : [];
    } catch (error) {
      if (error.code !== 'ENOENT') throw error;
    }
}

/** Files that no undisturbed run leaves: temporary files, and folders of parts with --resume. */
const hidden = (folder) => namesIn(folder).filter((path) => /(^|[\\/])\.subray[^\\/]*$/.test(path));

/** Temporary files of the clouds themselves: not those of frames in their own folder, nor those of parts. */
const staged = (folder) => hidden(folder).filter((path) => !/frames|\.resume/.test(path));
const kept = (folder) => (existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.resume')) : []);

/** One run that is killed, over a whole set of the other survey; every fifth in a folder without files. */
async function tryKill({ program, place, number, random, wholes, resume }) {
  const out = join(place, 'out');
  if (number % 5 === 0) rmSync(out, { recursive: true, force: true });
  const before = digestOf(out);
  const choice = before === wholes[0].digest ? 1 : 0;
  const moment = MOMENTS[number % MOMENTS.length];
  const { args, killed, env } = program;
  const child = spawn(process.execPath, killed(SURVEYS[choice], out), { env, stdio: 'ignore' });
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
  const [first, left, parts] = [stateOf(), hidden(out).length > 0, kept(out).length > 0];
  // Without --force it tidies up, and then either refuses to replace the files or, where there are none, writes them.
  const more = resume ? ['--resume', '--force', '--json'] : [];
  const { stdout } = spawnSync(process.execPath, args(SURVEYS[choice], out, ...more), { env, encoding: 'utf8' });
  const trial = {
    ...{ moment, killed: signal === 'SIGKILL', first, decided, left, parts },
    resumed: resume && JSON.parse(stdout).resumed.pulses > 0,
    next: stateOf(),
    leftAfter: hidden(out).length + kept(out).length,
  };
  if (trial.next === 'mixed' || trial.leftAfter > 0 || (resume && trial.next !== 'new'))
    throw new Error(`trial ${number} left ${JSON.stringify(trial)}`);
  return trial;
}

const MOMENT_OF = {
  any: ({ random, seconds }) => wait(random() * seconds * 1000),
  writing: async ({ out, random, seconds, isRunning }) => {
    while (isRunning() && staged(out).length === 0) await wait(1);
    await wait(random() * seconds * 300);
  },
  naming: async ({ out, random, isRunning }) => {
    while (isRunning() && staged(out).length === 0) await wait(1);
    const [staging] = staged(out);
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
      withParts: sum(({ parts }) => parts),
      resumed: sum(({ resumed }) => resumed),
      atOnce: { old: sum(({ first }) => first === 'old'), new: sum(({ first }) => first === 'new'), mixed: sum(({ first }) => first === 'mixed'), mixedWithoutRecord: sum(({ first, decided }) => first === 'mixed' && !decided) },
      afterNextRun: { old: sum(({ next }) => next === 'old'), new: sum(({ next }) => next === 'new'), mixed: sum(({ next }) => next === 'mixed'), withTemporaryFiles: sum(({ leftAfter }) => leftAfter > 0) },
    }; // biome-ignore format: counts
  });

export function print({ seed, seconds, trials }) {
  console.log(`seed ${seed}; an undisturbed run takes ${seconds.map((s) => s.toFixed(1)).join(' and ')} s\n`);
  console.log('| moment | runs | killed | temporary files left | parts to resume left | resumed | at once: old | new | mixed | of these without a record | after the next run: old | new | mixed | temporary files |');
  console.log('|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|');
  for (const { moment, runs, killed, withTemporaryFiles, withParts, resumed, atOnce, afterNextRun } of trials)
    console.log(`| ${[moment, runs, killed, withTemporaryFiles, withParts, resumed, ...Object.values(atOnce), ...Object.values(afterNextRun)].join(' | ')} |`);
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
