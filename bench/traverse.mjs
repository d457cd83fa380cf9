// The stage `traverse` alone on pulses as scanners fire them (lib-ray-sets.mjs), on one thread; with --against DIST, the dist folder
// of another checkout, both by turns, as ratios of single rounds. Medians; the time is the thread's own, without copying rays and hits.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { RAY_SETS, SUBRAYS, trianglesOf } from './lib-ray-sets.mjs';
import { openTracer } from './lib-tracer.mjs';

export const options = {
  sets: { type: 'string', default: Object.keys(RAY_SETS).join(',') },
  against: { type: 'string' },
  repeats: { type: 'string', default: '5' },
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
    const triangles = trianglesOf(scene);
    const tracers = await Promise.all(dists.map((dist) => openTracer(dist, triangles, SUBRAYS)));
    for (const name of names.filter((name) => RAY_SETS[name].scene === scene))
      rows.push(measure(name, tracers, RAY_SETS[name].rays(), Number(repeats)));
  }
  return { rows };
}

/** The first tracer, and its ratio to the second, if there is one. */
function measure(set, tracers, rays, repeats) {
  const rounds = Array.from({ length: repeats }, () => tracers.map((tracer) => tracer.trace(rays)));
  const [ours, theirs] = tracers.map((_, k) => rounds.map((round) => round[k]));
  const count = rays.length / 6;
  const row = { set, rays: count, hits: ours[0].count, mraysPerS: count / median(ours.map((r) => r.seconds)) / 1e6 };
  if (!theirs) return row;
  const ratio = median(rounds.map(([a, b]) => b.seconds / a.seconds));
  return { ...row, ratio, differences: differences(ours[0], theirs[0]) };
}

/** Rays whose hits differ in any bit. */
function differences(a, b) {
  let count = 0;
  for (let k = 0; k < a.distance.length; k++)
    if (a.distance[k] !== b.distance[k] || (a.distance[k] >= 0 && a.triangle[k] !== b.triangle[k])) count++;
  return count;
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

export function print({ rows }) {
  for (const { set, mraysPerS, hits, rays, ratio, differences } of rows) {
    const compared = ratio === undefined ? '' : `   ${ratio.toFixed(2)} times as fast, ${differences} differences`;
    console.log(`${set.padEnd(10)} ${mraysPerS.toFixed(1).padStart(6)} million rays/s, ${hits} hits of ${rays}${compared}`);
  }
}
