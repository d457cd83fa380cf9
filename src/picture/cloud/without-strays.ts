import { dot, type Vec3 } from '../../base/vec3.js';

/** Places with weights: 3 numbers and one each. */
export interface WeightedPlaces {
  at: Float64Array;
  weight: Float64Array;
}

/** Fraction of all weight that may lie beyond a plane of the view: far fewer than the corner of a square field. */
const STRAY_PART = 0.003;
/** Strays stay in view unless the view comes closer by more than this fraction without them. */
const STRAY_WORTH = 0.5;
const BINS = 4096;

/**
 * The places that frame a view: all of them, without the few that would make the rest small. `normals` point out of the
 * planes that bound the view: left and right, below and above; `middle` is a place inside of it.
 */
export function withoutStrays(places: WeightedPlaces, normals: readonly Vec3[], middle: Vec3): Float64Array {
  const reaches = normals.map((normal) => reachAlong(places, normal, middle));
  const limits = reaches.map(({ all, most }, plane) => {
    const opposite = reaches[plane ^ 1];
    return all + opposite.all > (1 + STRAY_WORTH) * (most + opposite.most) ? most : all;
  });
  const isInside = (x: number, y: number, z: number) =>
    normals.every((normal, plane) => dot(normal, [x - middle[0], y - middle[1], z - middle[2]]) <= limits[plane]);
  if (reaches.every(({ all }, plane) => all === limits[plane])) return places.at;
  return selected(places.at, isInside);
}

/** Distance from `middle` along `normal` of the farthest place, and of the farthest one that is not a stray. */
function reachAlong({ at, weight }: WeightedPlaces, normal: Vec3, middle: Vec3): { all: number; most: number } {
  const offset = dot(normal, middle);
  const distances = new Float64Array(weight.length);
  let [low, all, total] = [Infinity, -Infinity, 0];
  for (let i = 0; i < weight.length; i++) {
    const distance = at[3 * i] * normal[0] + at[3 * i + 1] * normal[1] + at[3 * i + 2] * normal[2] - offset;
    distances[i] = distance;
    low = Math.min(low, distance);
    all = Math.max(all, distance);
    total += weight[i];
  }
  const step = (all - low) / BINS || 1;
  const bins = new Float64Array(BINS + 1);
  for (let i = 0; i < weight.length; i++) bins[Math.floor((distances[i] - low) / step)] += weight[i];
  let [bin, beyond] = [BINS, bins[BINS]];
  while (bin > 0 && beyond <= STRAY_PART * total) beyond += bins[--bin];
  return { all, most: Math.min(all, low + (bin + 1) * step) };
}

function selected(at: Float64Array, keep: (x: number, y: number, z: number) => boolean): Float64Array {
  const kept = new Float64Array(at.length);
  let to = 0;
  for (let i = 0; i < at.length; i += 3) {
    if (!keep(at[i], at[i + 1], at[i + 2])) continue;
    kept.set(at.subarray(i, i + 3), to);
    to += 3;
  }
  return to === 0 ? at : kept.slice(0, to);
}
