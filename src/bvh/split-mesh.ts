import type { Steps } from '../base/steps.js';
import type { MeshTriangles } from './mesh-triangles.js';

/** Number of places along an axis at which a split is tried. */
const BINS = 32;
/** Number of triangles that are examined to choose a split. */
const SAMPLE = 16_384;
/** Triangles between two steps: some milliseconds. */
const TRIANGLES_A_STEP = 100_000;
/** Smallest share of either side of a split, so that both keep a worker busy. */
const LEAST_SHARE = 0.25;

/** Half the surface of the box on either side of the bins, and the number of triangles there. */
interface Sweep {
  area: Float64Array;
  count: Uint32Array;
}

/**
 * Divides the triangles of a mesh into 4 parts that are separate in space, for building their trees in parallel: two
 * rounds of the cheapest split by the surface area heuristic that is not too uneven. Returns the triangles' numbers by
 * part, in ascending order; no part is empty if the mesh has 4 triangles or more.
 */
export function* splitInFour(mesh: MeshTriangles): Steps<Uint32Array[]> {
  const all = new Uint32Array(mesh.indices.length / 3);
  for (let k = 0; k < all.length; k++) all[k] = k;
  const quarters: Uint32Array[] = [];
  for (const half of yield* splitInTwo(mesh, all)) quarters.push(...(yield* splitInTwo(mesh, half)));
  return quarters;
}

function* splitInTwo(mesh: MeshTriangles, part: Uint32Array): Steps<Uint32Array[]> {
  yield;
  const boxes = sampleBoxes(mesh, part);
  let best = { cost: Infinity, axis: 0, threshold: 0 };
  for (let axis = 0; axis < 3; axis++) {
    const split = bestAlong(boxes, axis);
    if (split.cost < best.cost) best = { ...split, axis };
  }
  if (best.cost === Infinity) return [part.slice(0, part.length >> 1), part.slice(part.length >> 1)];
  return yield* partition(mesh, part, best.axis, best.threshold);
}

/** Triangles with their centre below `threshold` on `axis`, and the others. */
function* partition(mesh: MeshTriangles, part: Uint32Array, axis: number, threshold: number): Steps<Uint32Array[]> {
  const { positions, indices } = mesh;
  const [low, high] = [new Uint32Array(part.length), new Uint32Array(part.length)];
  let lowCount = 0;
  let highCount = 0;
  for (let k = 0; k < part.length; k++) {
    if (k % TRIANGLES_A_STEP === TRIANGLES_A_STEP - 1) yield;
    const corner = part[k] * 3;
    const a = positions[indices[corner] * 3 + axis];
    const b = positions[indices[corner + 1] * 3 + axis];
    const c = positions[indices[corner + 2] * 3 + axis];
    if ((Math.min(a, b, c) + Math.max(a, b, c)) / 2 < threshold) low[lowCount++] = part[k];
    else high[highCount++] = part[k];
  }
  return [low.slice(0, lowCount), high.slice(0, highCount)];
}

/** Boxes of evenly sampled triangles of a part: 6 numbers each. */
function sampleBoxes({ positions, indices }: MeshTriangles, part: Uint32Array): Float32Array {
  const step = Math.max(1, Math.floor(part.length / SAMPLE));
  const count = Math.floor((part.length - 1) / step) + 1;
  const boxes = new Float32Array(count * 6);
  for (let k = 0; k < count; k++) {
    const corner = part[k * step] * 3;
    const [a, b, c] = [indices[corner] * 3, indices[corner + 1] * 3, indices[corner + 2] * 3];
    for (let axis = 0; axis < 3; axis++) {
      boxes[k * 6 + axis] = Math.min(positions[a + axis], positions[b + axis], positions[c + axis]);
      boxes[k * 6 + 3 + axis] = Math.max(positions[a + axis], positions[b + axis], positions[c + axis]);
    }
  }
  return boxes;
}

const middle = (boxes: Float32Array, k: number, axis: number) => (boxes[k * 6 + axis] + boxes[k * 6 + 3 + axis]) / 2;

function bestAlong(boxes: Float32Array, axis: number): { cost: number; threshold: number } {
  const count = boxes.length / 6;
  let [low, high] = [Infinity, -Infinity];
  for (let k = 0; k < count; k++) {
    low = Math.min(low, middle(boxes, k, axis));
    high = Math.max(high, middle(boxes, k, axis));
  }
  const best = { cost: Infinity, threshold: 0 };
  if (!(high > low)) return best;
  const bins = fillBins(boxes, count, axis, low, BINS / (high - low));
  const [left, right] = [sweep(bins, 1), sweep(bins, -1)];
  for (let cut = 1; cut < BINS; cut++) {
    const share = Math.min(left.count[cut - 1], right.count[cut]) / count;
    const cost = left.area[cut - 1] * left.count[cut - 1] + right.area[cut] * right.count[cut];
    if (share >= LEAST_SHARE && cost < best.cost)
      Object.assign(best, { cost, threshold: low + ((high - low) * cut) / BINS });
  }
  return best;
}

interface Bins {
  boxes: Float64Array;
  count: Uint32Array;
}

function fillBins(boxes: Float32Array, count: number, axis: number, low: number, perMetre: number): Bins {
  const bins = { boxes: new Float64Array(BINS * 6), count: new Uint32Array(BINS) };
  for (let bin = 0; bin < BINS; bin++)
    bins.boxes.fill(Infinity, bin * 6, bin * 6 + 3).fill(-Infinity, bin * 6 + 3, bin * 6 + 6);
  for (let k = 0; k < count; k++) {
    const bin = Math.min(BINS - 1, Math.floor((middle(boxes, k, axis) - low) * perMetre));
    bins.count[bin]++;
    growBy(bins.boxes, bin * 6, boxes, k * 6);
  }
  return bins;
}

function growBy(box: Float64Array, at: number, other: ArrayLike<number>, from: number): void {
  for (let axis = 0; axis < 3; axis++) {
    box[at + axis] = Math.min(box[at + axis], other[from + axis]);
    box[at + 3 + axis] = Math.max(box[at + 3 + axis], other[from + 3 + axis]);
  }
}

/** Running box surface and count, starting from the first bin (step 1) or from the last (step −1). */
function sweep(bins: Bins, step: 1 | -1): Sweep {
  const out: Sweep = { area: new Float64Array(BINS), count: new Uint32Array(BINS) };
  const box = new Float64Array(6).fill(Infinity, 0, 3).fill(-Infinity, 3, 6);
  let count = 0;
  for (let k = 0; k < BINS; k++) {
    const bin = step === 1 ? k : BINS - 1 - k;
    growBy(box, 0, bins.boxes, bin * 6);
    count += bins.count[bin];
    const [x, y, z] = [box[3] - box[0], box[4] - box[1], box[5] - box[2]];
    out.area[bin] = count > 0 ? x * y + y * z + z * x : 0;
    out.count[bin] = count;
  }
  return out;
}
