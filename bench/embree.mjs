// The trace kernel beside Embree 3 on the same triangles, rays and threads, in turn, as ratios; medians of `repeats`.
// Embree's column needs Debian's libembree-dev, a C++ compiler and the baseline program (--baseline FILE.cpp); without them
// it is left out, with a line that says so.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run as runKernel } from './kernel.mjs';
import { sceneTriangles, stationRays, writeKernelInput } from './lib-kernel-input.mjs';

export const options = {
  scene: { type: 'string', default: 'forest' },
  triangles: { type: 'string', default: '900000' },
  pulses: { type: 'string', default: '100000' },
  subrays: { type: 'string', default: '20' },
  mrad: { type: 'string', default: '0.3' },
  threads: { type: 'string', default: '1' },
  repeats: { type: 'string', default: '3' },
  baseline: {
    type: 'string',
    default: fileURLToPath(new URL('../../shared/tools/embree-baseline.cpp', import.meta.url)),
  },
};

export async function run(values) {
  const folder = mkdtempSync(join(tmpdir(), 'subray-bench-'));
  try {
    const triangles = sceneTriangles(values.scene, Number(values.triangles));
    const [pulses, subrays, divergence] = [Number(values.pulses), Number(values.subrays), Number(values.mrad) / 1000];
    const rays = stationRays(triangles, { pulses, subrays, divergence });
    const files = writeKernelInput(folder, triangles, rays);
    const embree = compile(values.baseline, folder);
    const rounds = [];
    for (let k = 0; k < Number(values.repeats); k++) {
      const ours = await runKernel({ ...files, subrays: values.subrays, threads: values.threads });
      rounds.push({ ours, embree: embree && measure(embree, files, values.threads) });
    }
    const { scene, threads, mrad } = values;
    return summary(
      { scene, triangles: triangles.length / 9, subrays, mrad: Number(mrad), threads: Number(threads) },
      rounds,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The baseline program, or undefined where it cannot be had. */
function compile(source, folder) {
  const binary = join(folder, 'embree-baseline');
  try {
    if (!existsSync(source)) throw new Error(`${source} is not there`);
    execFileSync('g++', ['-O3', '-march=native', source, '-lembree3', '-lpthread', '-o', binary], { stdio: 'pipe' });
    return binary;
  } catch (error) {
    console.error(`Embree's column is left out: ${error.message.split('\n')[0]}`);
    return undefined;
  }
}

/** Million rays a second by mode, and the build in seconds. */
function measure(binary, files, threads) {
  const text = execFileSync(binary, [files.triangles, files.rays, threads], { encoding: 'utf8' });
  const modes = [...text.matchAll(/^(rtcIntersect\d+)\s.* (\d+) hits .* ([\d.]+) Mrays\/s$/gm)];
  return {
    buildSeconds: Number(/triangles (\d+) ms/.exec(text)[1]) / 1000,
    hits: Number(modes[0][2]),
    ...Object.fromEntries(modes.map(([, mode, , rate]) => [mode, Number(rate)])),
  };
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

function summary(what, rounds) {
  const of = (pick) => median(rounds.map(pick));
  const result = {
    ...what,
    hits: rounds[0].ours.hits,
    mraysPerS: of(({ ours }) => ours.mraysPerS),
    buildSeconds: of(({ ours }) => ours.buildSeconds),
  };
  if (!rounds[0].embree) return result;
  const modes = Object.keys(rounds[0].embree).filter((key) => key.startsWith('rtc'));
  const embree = Object.fromEntries(
    Object.keys(rounds[0].embree).map((key) => [key, of((round) => round.embree[key])]),
  );
  const ratios = Object.fromEntries(
    modes.map((mode) => [mode, of((round) => round.ours.mraysPerS / round.embree[mode])]),
  );
  return { ...result, embree, ratios };
}

export function print(result) {
  console.log(
    `${result.scene}, ${result.triangles} triangles, ${result.subrays} subrays of ${result.mrad} mrad, ${result.threads} thread(s)`,
  );
  console.log(
    `subray          ${result.mraysPerS.toFixed(2)} million rays/s; build ${result.buildSeconds.toFixed(2)} s`,
  );
  for (const [mode, ratio] of Object.entries(result.ratios ?? {}))
    console.log(
      `${mode.padEnd(15)} ${result.embree[mode].toFixed(2)} million rays/s: subray is ${ratio.toFixed(2)} times as fast`,
    );
}
