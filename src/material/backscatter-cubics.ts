import type { BackscatterTable } from './backscatter-table.js';

/** How values between the samples of a table come about. */
export type Interpolation = 'hermite' | 'linear' | 'nearest';

/**
 * A table as the device evaluates it: for every cell between samples a polynomial, whose coefficients are worked out once.
 * Tables over the angle alone have four numbers a cell (a, b, c, d of ((a t + b) t + c) t + d); those over both have four
 * such cubics a cell, number azimuth · thetaCells + angle, for s³, s², s and 1 of the place s along the azimuth.
 */
export interface BackscatterCubics {
  readonly coefficients: Float64Array;
  /** 0: one constant. */
  readonly thetaCells: number;
  /** 0: the same at every azimuth. */
  readonly phiCells: number;
  readonly weighted: boolean;
}

/** Coefficients of 1 cubic from 4 samples in a row; it lies between the second and the third. */
type Basis = readonly (readonly number[])[];

/**
 * Rows: a, b, c, d; columns: the samples. Cubic Hermite whose slopes are those of the neighbours' chord (Catmull and Rom 1974,
 * tension ½): its columns sum to 0, 0, 0, 1, so that a constant stays what it is.
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
/** Nearest: a cell is cut in two halves, which hold the one sample and the other. */
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
/** Polynomials that a cell between two samples takes, in order. */
const BASES: Record<Interpolation, readonly Basis[]> = {
  hermite: [CATMULL_ROM],
  linear: [LINEAR],
  nearest: [FIRST, SECOND],
};

/**
 * The cubics of a table: a tensor product of the same rule along both axes. The azimuth wraps; beyond the normal stands the
 * sample at the same angle on the other side, beyond grazing incidence the parabola through the last three goes on, so that slopes
 * there are of second order, too. Polynomials may fall below 0 next to steep flanks: who evaluates them takes 0 then.
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

/** The sample at angle `theta`, −1 … thetaCount, and azimuth `phi`, of any turn; see createCubics for those that the table lacks. */
export function sampleAt({ values, thetaCount, phiCount }: BackscatterTable, phi: number, theta: number): number {
  const row = (k: number) => (((k % phiCount) + phiCount) % phiCount) * thetaCount;
  if (theta < 0) return values[row(phi + (phiCount >> 1)) - theta];
  if (theta < thetaCount) return values[row(phi) + theta];
  const last = row(phi) + thetaCount - 1;
  if (thetaCount === 2) return 2 * values[last] - values[last - 1];
  return 3 * values[last] - 3 * values[last - 1] + values[last - 2];
}

function rowCubics(table: BackscatterTable, bases: readonly Basis[]): Float64Array {
  const out = new Float64Array(4 * (table.thetaCount - 1) * bases.length);
  let at = 0;
  for (let cell = 0; cell + 1 < table.thetaCount; cell++) {
    const samples = [-1, 0, 1, 2].map((k) => sampleAt(table, 0, cell + k));
    for (const basis of bases) for (const row of basis) out[at++] = dot(row, samples);
  }
  return out;
}

function gridCubics(table: BackscatterTable, bases: readonly Basis[]): Float64Array {
  const { thetaCount, phiCount } = table;
  const out = new Float64Array(16 * (thetaCount - 1) * phiCount * bases.length ** 2);
  let at = 0;
  for (let phi = 0; phi < phiCount; phi++)
    for (const phiBasis of bases)
      for (let theta = 0; theta + 1 < thetaCount; theta++) {
        const patch = [-1, 0, 1, 2].map((p) => [-1, 0, 1, 2].map((t) => sampleAt(table, phi + p, theta + t)));
        for (const thetaBasis of bases) {
          // Along the angle at each azimuth, then across.
          const rows = patch.map((samples) => thetaBasis.map((row) => dot(row, samples)));
          for (const weights of phiBasis)
            for (let k = 0; k < 4; k++)
              out[at++] = dot(
                weights,
                rows.map((row) => row[k]),
              );
        }
      }
  return out;
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

/**
 * π f_r cos θ at the angle θ (0 … π/2, radians) and the azimuth φ (radians, of any turn), evaluated as the device does, in f64:
 * wasm/backscatter.ts.
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

/** The cell that a place lies in, and where along it. */
function placeIn(place: number, cells: number): [number, number] {
  const cell = Math.min(Math.floor(place), cells - 1);
  return [cell, place - cell];
}
