import { cross, dot, normalize, scale, subtract, type Vec3 } from '../../../../src/base/vec3.js';
import type { M3c2Settings } from '../../../../src/cloud/comparison/m3c2/m3c2-options.js';

/** M3C2 distances of all points of a, found by looking at all points of both clouds, in the plainest steps. */
export function bruteM3c2(a: readonly Vec3[], b: readonly Vec3[], settings: M3c2Settings) {
  return a.map((core) => {
    const normal = normalOf(a, core, settings);
    const none = { distance: Number.NaN, uncertainty: Number.NaN, significant: 0 };
    if (!normal) return { ...none, count1: 0, count2: 0, stdDev1: Number.NaN, stdDev2: Number.NaN };
    const [first, second] = [a, b].map((cloud) => heightsOf(cloud, core, normal, settings));
    const [stdDev1, stdDev2] = [deviationOf(first), deviationOf(second)];
    const counts = { count1: first.length, count2: second.length, stdDev1, stdDev2 };
    if (second.length === 0) return { ...none, ...counts };
    const distance = meanOf(second) - meanOf(first);
    if (Math.min(first.length, second.length) < 5) return { ...none, ...counts, distance };
    const variance = stdDev1 ** 2 / first.length + stdDev2 ** 2 / second.length;
    const uncertainty = 1.96 * (Math.sqrt(variance) + settings.registrationError);
    return { ...counts, distance, uncertainty, significant: Number(Math.abs(distance) > uncertainty) };
  });
}

const meanOf = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function deviationOf(values: number[]): number {
  const mean = meanOf(values);
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return values.length < 2 ? Number.NaN : Math.sqrt(squares / (values.length - 1));
}

const squareOf = (v: Vec3): number => dot(v, v);

/** Heights above the plane through `core` of the points in its cylinder. */
function heightsOf(cloud: readonly Vec3[], core: Vec3, normal: Vec3, settings: M3c2Settings): number[] {
  return cloud.flatMap((place) => {
    const off = subtract(place, core);
    const height = dot(off, normal);
    const isIn = squareOf(subtract(off, scale(normal, height))) <= (settings.projectionScale / 2) ** 2;
    return isIn && Math.abs(height) <= settings.maxDepth ? [height] : [];
  });
}

/** The normal by powers of the adjugate of the points' matrix, not by turning that as subray does. */
function normalOf(cloud: readonly Vec3[], core: Vec3, { normalScale = 0, normals }: M3c2Settings): Vec3 | undefined {
  if (normals === 'vertical') return [0, 0, 1];
  const near = cloud.map((place) => subtract(place, core)).filter((off) => squareOf(off) <= (normalScale / 2) ** 2);
  if (near.length < 3) return undefined;
  const mean = [0, 1, 2].map((axis) => meanOf(near.map((off) => off[axis])));
  const matrix = [0, 1, 2].map((i) =>
    [0, 1, 2].map((j) => meanOf(near.map((off) => (off[i] - mean[i]) * (off[j] - mean[j])))),
  );
  const least = smallestOf(matrix);
  const side = normals === 'up' ? least[2] : dot(least, subtract(normals, core));
  return side < 0 ? scale(least, -1) : least;
}

/** The column of a high power of the matrix's adjugate, whose largest eigenvalue belongs to the matrix's smallest. */
function smallestOf([a, b, c]: number[][]): Vec3 {
  let power = [cross(b as Triple, c as Triple), cross(c as Triple, a as Triple), cross(a as Triple, b as Triple)];
  for (let squaring = 0; squaring < 50; squaring++) {
    const largest = Math.max(...power.flat().map(Math.abs));
    const rows = power.map((row) => scale(row, 1 / largest));
    power = rows.map((row) => [0, 1, 2].map((j) => dot(row, [rows[0][j], rows[1][j], rows[2][j]])) as Triple);
  }
  // It is symmetric: its rows are its columns.
  return normalize([...power].sort((one, other) => dot(other, other) - dot(one, one))[0]);
}

type Triple = [number, number, number];
