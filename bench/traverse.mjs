// The stage `traverse` alone on pulses as scanners fire them (lib-ray-sets.mjs), on one thread; with --against DIST,
// the dist folder of another checkout, both by turns, slice by slice. The time is the kernel's own, without copying
// rays and hits: the sum over slices of the least of `repeats` rounds, which leaves out other load of the machine. A
// round is a whole scan, so that caches hold the same parts of the scene as in a run.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { modelOf, RAY, RAY_SETS, SUBRAYS } from './lib-ray-sets.mjs';
import { openTracer } from './lib-tracer.mjs';

export const options = {
  sets: { type: 'string', default: Object.keys(RAY_SETS).join(',') },
  against: { type: 'string' },
  repeats: { type: 'string', default: '7' },
};

export async function run({ sets, against, repeats }) {
  const names = sets.split(',');
  for (const name of names)
    if (!RAY_SETS[name]) throw new Error(`--sets: no set "${name}"; there are ${Object.keys(RAY_SETS).join(', ')}`);
  if (against && !existsSync(against)) throw new Error(`--against: ${against} is not there`);
  const dists = [new URL('../dist/', import.meta.url).href];
  if (against) dists.push(`${pathToFileURL(resolve(against)).href}/`);
  const rows = [];
  for (const scene of new Set(names.map((name) => RAY_SETS[name].scene))) {
    const model = modelOf(scene);
    const tracers = await Promise.all(dists.map((dist) => openTracer(dist, model, SUBRAYS)));
    for (const name of names.filter((name) => RAY_SETS[name].scene === scene))
      rows.push(measure(name, tracers, RAY_SETS[name].rays(), Number(repeats)));
  }
  return { rows };
}

/** Pulses that tracers take by turns: some milliseconds. */
const SLICE_PULSES = 4096;

/** The first tracer, and its ratio to the second, if there is one. */
function measure(set, tracers, rays, repeats) {
  const step = SLICE_PULSES * SUBRAYS * RAY;
  const slices = Math.ceil(rays.length / step);
  const least = tracers.map(() => new Float64Array(slices).fill(Infinity));
  let [hits, different] = [0, 0];
  for (let round = 0; round < repeats; round++)
    for (let slice = 0; slice < slices; slice++) {
      const part = rays.subarray(slice * step, (slice + 1) * step);
      const [ours, theirs] = tracers.map((tracer, k) => {
        const traced = tracer.trace(part);
        least[k][slice] = Math.min(least[k][slice], traced.seconds);
        return traced;
      });
      if (round > 0) continue;
      hits += ours.count;
      if (theirs) different += differences(ours, theirs);
    }
  const seconds = least.map((times) => times.reduce((sum, time) => sum + time, 0));
  const count = rays.length / RAY;
  const row = { set, rays: count, hits, mraysPerS: count / seconds[0] / 1e6 };
  return tracers.length === 1 ? row : { ...row, ratio: seconds[1] / seconds[0], differences: different };
}

/** Rays whose hits differ in any bit. */
function differences(a, b) {
  let count = 0;
  for (let k = 0; k < a.distance.length; k++)
    if (a.distance[k] !== b.distance[k] || (a.distance[k] >= 0 && a.triangle[k] !== b.triangle[k])) count++;
  return count;
}

export function print({ rows }) {
  for (const { set, mraysPerS, hits, rays, ratio, differences } of rows) {
    const compared = ratio === undefined ? '' : `   ${ratio.toFixed(2)} times as fast, ${differences} differences`;
    console.log(
      `${set.padEnd(10)} ${mraysPerS.toFixed(1).padStart(6)} million rays/s, ${hits} hits of ${rays}${compared}`,
    );
  }
}
