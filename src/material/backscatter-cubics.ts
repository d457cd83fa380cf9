import type { BackscatterTable } from './backscatter-table.js';

/** Interpolation between the samples of a table. */
export type Interpolation = 'hermite' | 'linear' | 'nearest';

/**
 * A table in the form that the device evaluates: a polynomial for every cell between samples, with precomputed
 * coefficients. Tables over the angle alone have four numbers a cell (a, b, c, d of ((a t + b) t + c) t + d). Tables
 * over both have four such cubics a cell, number azimuth · thetaCells + angle, for s³, s², s and 1 of the position s
 * along the azimuth.
 */
export interface BackscatterCubics {
  readonly coefficients: Float64Array;
  /** 0: a single constant. */
  readonly thetaCells: number;
  /** 0: the same at every azimuth. */
  readonly phiCells: number;
  readonly weighted: boolean;
}

/** Coefficients of one cubic, which lies between the second and third of four consecutive samples. */
type Basis = readonly (readonly number[])[];

/**
 * Rows: a, b, c, d; columns: the samples. Cubic Hermite with the slopes of the neighbours' chords (Catmull and Rom
 * 1974, tension ½). Its columns sum to 0, 0, 0, 1, so a constant stays the same.
 */
const CATMULL_ROM: Basis = [
  [-0.5, 1.5, -1.5, 0.5],
  [1, -2.5, 2, -0.5],
  [-0.5, 0, 0.5, 0],
  [0, 1, 0, 0],
];
const LINEAR: Basis = [
  [0, 0, 0, 0],
  [0, 0, 0, 0],
  [0, -1, 1, 0],
  [0, 1, 0, 0],
];
/** Nearest: a cell has two halves, one for each sample. */
const FIRST: Basis = [
  [0, 0, 0, 0],
  [0, 0, 0, 0],
  [0, 0, 0, 0],
  [0, 1, 0, 0],
];
const SECOND: Basis = [
  [0, 0, 0, 0],
  [0, 0, 0, 0],
  [0, 0, 0, 0],
  [0, 0, 1, 0],
];
/** Polynomials of a cell between two samples, in order. */
const BASES: Record<Interpolation, readonly Basis[]> = {
  hermite: [CATMULL_ROM],
  linear: [LINEAR],
  nearest: [FIRST, SECOND],
};

/**
 * The cubics of a table: a tensor product of the same rule along both axes. The azimuth wraps around. Beyond the
 * normal, the sample at the same angle on the other side is used. Beyond grazing incidence, the parabola through the
 * last three samples continues, so slopes there are of second order too. Polynomials may fall below 0 next to steep
 * flanks; evaluation clamps them to 0.
 */
export function createCubics(table: BackscatterTable, interpolation: Interpolation): BackscatterCubics {
  const { thetaCount, phiCount, weighted, values } = table;
  if (thetaCount === 1)
    return { coefficients: Float64Array.of(0, 0, 0, values[0]), thetaCells: 0, phiCells: 0, weighted };
  const bases = BASES[interpolation];
  const thetaCells = (thetaCount - 1) * bases.length;
  if (phiCount === 1) return { coefficients: rowCubics(table, bases), thetaCells, phiCells: 0, weighted };
  const phiCells = phiCount * bases.length;
  return { coefficients: gridCubics(table, bases), thetaCells, phiCells, weighted };
}

/**
 * The sample at angle `theta`, −1 … thetaCount, and any azimuth `phi`; see createCubics for those outside the table.
 */
export function sampleAt({ values, thetaCount, phiCount }: BackscatterTable, phi: number, theta: number): number {
  const across = theta < 0 ? phi + (phiCount >> 1) : phi;
  const row = (((across % phiCount) + phiCount) % phiCount) * thetaCount;
  if (theta < thetaCount) return values[row + Math.abs(theta)];
  const last = row + thetaCount - 1;
  if (thetaCount === 2) return 2 * values[last] - values[last - 1];
  return 3 * values[last] - 3 * values[last - 1] + values[last - 2];
}

/** The cubics over the angle at the azimuth `phi`. */
function rowCubics(table: BackscatterTable, bases: readonly Basis[], phi = 0): Float64Array {
  const out = new Float64Array(4 * (table.thetaCount - 1) * bases.length);
  let at = 0;
  for (let cell = 0; cell + 1 < table.thetaCount; cell++) {
    const before = sampleAt(table, phi, cell - 1);
    const first = sampleAt(table, phi, cell);
    const second = sampleAt(table, phi, cell + 1);
    const after = sampleAt(table, phi, cell + 2);
    for (const basis of bases)
      for (const [a, b, c, d] of basis) out[at++] = a * before + b * first + c * second + d * after;
  }
  return out;
}

/** Along the angle at each azimuth, then across four of them. */
function gridCubics(table: BackscatterTable, bases: readonly Basis[]): Float64Array {
  const { thetaCount, phiCount } = table;
  const rows = Array.from({ length: phiCount }, (_, phi) => rowCubics(table, bases, phi));
  const cells = (thetaCount - 1) * bases.length;
  const out = new Float64Array(16 * cells * phiCount * bases.length);
  let at = 0;
  for (let phi = 0; phi < phiCount; phi++) {
    const [before, first, second, after] = [-1, 0, 1, 2].map((p) => rows[(phi + p + phiCount) % phiCount]);
    for (const basis of bases)
      for (let cell = 0; cell < cells; cell++)
        for (const [a, b, c, d] of basis)
          for (let k = 4 * cell; k < 4 * cell + 4; k++)
            out[at++] = a * before[k] + b * first[k] + c * second[k] + d * after[k];
  }
  return out;
}

/**
 * π f_r cos θ at the angle θ (0 … π/2, radians) and any azimuth φ (radians), evaluated in f64 with the steps of the
 * device: wasm/backscatter.ts.
 */
export function evaluateCubics(cubics: BackscatterCubics, theta: number, phi: number): number {
  const { coefficients, thetaCells, phiCells, weighted } = cubics;
  const cosine = Math.cos(theta);
  if (thetaCells === 0) return coefficients[3] * cosine;
  const [cell, t] = placeIn((theta / (Math.PI / 2)) * thetaCells, thetaCells);
  let [a, b, c, d] = coefficients.subarray(4 * cell, 4 * cell + 4);
  if (phiCells > 0) {
    const turn = phi / (2 * Math.PI);
    const [row, s] = placeIn((turn - Math.floor(turn)) * phiCells, phiCells);
    const at = 16 * (row * thetaCells + cell);
    [a, b, c, d] = [0, 1, 2, 3].map((k) => {
      const [s3, s2, s1, s0] = [0, 4, 8, 12].map((power) => coefficients[at + power + k]);
      return ((s3 * s + s2) * s + s1) * s + s0;
    });
  }
  const value = Math.max(0, ((a * t + b) * t + c) * t + d);
  return weighted ? value : value * cosine;
}

/** The cell that contains a position, and the position within it. */
function placeIn(place: number, cells: number): [number, number] {
  const cell = Math.min(Math.floor(place), cells - 1);
  return [cell, place - cell];
}
