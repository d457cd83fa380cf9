// The trace kernel beside Embree 3 on the same meshes, instances, rays and threads, by turns, as ratios; medians of
// `repeats`. With several numbers of threads (1,2), also the scaling of the last against the first, relative to
// Embree's. Embree's column needs Debian's libembree-dev and a C++ compiler (embree.cpp); without them it is left out,
// with a line that says so.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { traceModel } from './kernel.mjs';
import { sceneTriangles, stationRays, writeEmbreeInput } from './lib-kernel-input.mjs';
import { modelOf, RAY_SETS, SUBRAYS } from './lib-ray-sets.mjs';

export const options = {
  // Pulses as a scanner fires them (lib-ray-sets.mjs), with a scene of their own; without: a station,
  // in steps of half a degree.
  set: { type: 'string' },
  scene: { type: 'string', default: 'forest' },
  triangles: { type: 'string', default: '900000' },
  pulses: { type: 'string', default: '100000' },
  subrays: { type: 'string', default: '20' },
  mrad: { type: 'string', default: '0.3' },
  threads: { type: 'string', default: '1,2' },
  repeats: { type: 'string', default: '3' },
};

export async function run(values) {
  const folder = mkdtempSync(join(tmpdir(), 'subray-bench-'));
  try {
    const input = inputOf(values);
    const embree = compile(folder);
    const files = embree && { embree, ...writeEmbreeInput(folder, input.model, input.rays) };
    const counts = values.threads.split(',').map(Number);
    const rounds = [];
    for (let k = 0; k < Number(values.repeats); k++) rounds.push(await measureRound(input, counts, files));
    return summary({ scene: input.scene, subrays: input.subrays }, counts, rounds);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The scene, and rays in it: `subrays` of each pulse in a row. */
function inputOf({ set, scene, triangles: count, pulses, subrays, mrad }) {
  if (set) {
    if (!RAY_SETS[set]) throw new Error(`--set: no set "${set}"; there are ${Object.keys(RAY_SETS).join(', ')}`);
    const { scene, rays } = RAY_SETS[set];
    return { scene: `${scene}, ${set}`, model: modelOf(scene), subrays: SUBRAYS, rays: rays() };
  }
  const triangles = sceneTriangles(scene, Number(count));
  const beam = { pulses: Number(pulses), subrays: Number(subrays), divergence: Number(mrad) / 1000 };
  return {
    scene: `${scene}, ${mrad} mrad`,
    model: { meshes: [triangles], instances: [] },
    subrays: beam.subrays,
    rays: stationRays(triangles, beam),
  };
}

/** Each number of threads once, ours and Embree by turns. */
async function measureRound({ model, rays, subrays }, counts, files) {
  const round = [];
  for (const threads of counts) {
    const ours = await traceModel(model, rays, subrays, threads);
    round.push({ ours, embree: files && measure(files, threads) });
  }
  return round;
}

/** Embree's program (embree.cpp), or undefined if it cannot be compiled. */
function compile(folder) {
  const [source, binary] = [fileURLToPath(new URL('embree.cpp', import.meta.url)), join(folder, 'embree')];
  try {
    execFileSync('g++', ['-O3', '-march=native', source, '-lembree3', '-lpthread', '-o', binary], { stdio: 'pipe' });
    return binary;
  } catch (error) {
    console.error(`Embree's column is left out: ${error.message.split('\n')[0]}`);
    return undefined;
  }
}

/** Million rays a second by mode, and the build in seconds. */
function measure({ embree, scene, rays }, threads) {
  const text = execFileSync(embree, [scene, rays, String(threads)], { encoding: 'utf8' });
  const modes = [...text.matchAll(/^(rtcIntersect\d+): .* (\d+) hits .* ([\d.]+) Mrays\/s$/gm)];
  return {
    buildSeconds: Number(/build: (\d+) ms/.exec(text)[1]) / 1000,
    hits: Number(modes[0][2]),
    ...Object.fromEntries(modes.map(([, mode, , rate]) => [mode, Number(rate)])),
  };
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

function summary(what, counts, rounds) {
  const runs = counts.map((threads, k) =>
    summarizeRun(
      Number(threads),
      rounds.map((round) => round[k]),
    ),
  );
  if (counts.length < 2 || !rounds[0][0].embree) return { ...what, runs };
  const speedUp = (round, pick) => pick(round.at(-1)) / pick(round[0]);
  const scaling = Object.fromEntries(
    modesOf(rounds[0][0].embree).map((mode) => [
      mode,
      median(
        rounds.map(
          (round) => speedUp(round, ({ ours }) => ours.mraysPerS) / speedUp(round, ({ embree }) => embree[mode]),
        ),
      ),
    ]),
  );
  return { ...what, runs, scaling };
}

const modesOf = (embree) => Object.keys(embree).filter((key) => key.startsWith('rtc'));

function summarizeRun(threads, measured) {
  const of = (pick) => median(measured.map(pick));
  const { hits } = measured[0].ours;
  const run = {
    threads,
    hits,
    mraysPerS: of(({ ours }) => ours.mraysPerS),
    buildSeconds: of(({ ours }) => ours.buildSeconds),
  };
  const first = measured[0].embree;
  if (!first) return run;
  const embree = Object.fromEntries(Object.keys(first).map((key) => [key, of((round) => round.embree[key])]));
  const ratios = Object.fromEntries(
    modesOf(first).map((mode) => [mode, of((round) => round.ours.mraysPerS / round.embree[mode])]),
  );
  return { ...run, embree, ratios };
}

export function print({ scene, subrays, runs, scaling }) {
  console.log(`${scene}, ${subrays} subrays a pulse`);
  for (const { threads, mraysPerS, buildSeconds, embree, ratios } of runs) {
    console.log(`${threads} thread(s)`);
    console.log(`  subray          ${mraysPerS.toFixed(2)} million rays/s; build ${buildSeconds.toFixed(2)} s`);
    for (const [mode, ratio] of Object.entries(ratios ?? {}))
      console.log(
        `  ${mode.padEnd(15)} ${embree[mode].toFixed(2)} million rays/s: subray is ${ratio.toFixed(2)} times as fast`,
      );
  }
  for (const [mode, share] of Object.entries(scaling ?? {}))
    console.log(`threads scale ${share.toFixed(2)} times as well as with ${mode}`);
}
