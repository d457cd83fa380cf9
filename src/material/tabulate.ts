import { sampleAt } from './backscatter-cubics.js';
import type { BackscatterTable } from './backscatter-table.js';
import type { Brdf } from './brdf.js';

/** Accuracy and largest size of tables of analytic models. */
export const TABLE_LIMITS = Object.freeze({
  /** Error of π f_r cos θ between samples, as a share of it … */
  tolerance: 1e-4,
  /** … and of this share of its largest value. */
  floor: 1e-3,
  /** Over the angle alone: steps of a 64th of a degree, 92 kB on the device. */
  thetaCellsMax: 5760,
  /** Over angle and azimuth: 6.4 MB on the device. */
  cellsMax: 100_000,
});

/** Initial steps of 2° and of 45°. */
const FIRST = Object.freeze({ thetaCells: 45, phiCount: 8 });
/** Positions in a cell at which it is compared with the model. */
const PLACES = [0.25, 0.5, 0.75];

/**
 * Backscatter of an analytic model, sampled densely enough for Catmull–Rom cubics through the samples to meet
 * `TABLE_LIMITS.tolerance`. Steps are halved until they do or the table has its largest size; then the narrowest lobes
 * stay less exact between samples. Every table is exact at its samples. A model that is the same at every angle has one
 * value. The table is `weighted` if the model is unbounded.
 */
export function tabulate(brdf: Brdf): BackscatterTable {
  let { thetaCells, phiCount } = { ...FIRST, ...(brdf.isotropic ? { phiCount: 1 } : {}) };
  for (;;) {
    const table = sample(brdf, thetaCells, phiCount);
    if (isConstant(table)) return { ...table, values: table.values.slice(0, 1), thetaCount: 1, phiCount: 1 };
    const { tolerance, thetaCellsMax, cellsMax } = TABLE_LIMITS;
    if (2 * thetaCells * phiCount > (brdf.isotropic ? thetaCellsMax : cellsMax)) return table;
    // Along one axis alone, one error that is too large is enough.
    const [alongTheta, alongPhi] = tableErrors(brdf, table, brdf.isotropic ? tolerance : Infinity);
    if (Math.max(alongTheta, alongPhi) <= tolerance) return table;
    if (alongTheta >= alongPhi) thetaCells *= 2;
    else phiCount *= 2;
  }
}

function sample(brdf: Brdf, thetaCells: number, phiCount: number): BackscatterTable {
  const thetaCount = thetaCells + 1;
  const values = new Float64Array(phiCount * thetaCount);
  const weighted = brdf.unbounded;
  for (let phi = 0; phi < phiCount; phi++)
    for (let theta = 0; theta < thetaCount; theta++)
      values[phi * thetaCount + theta] = valueAt(brdf, phi / phiCount, theta / thetaCells);
  return { values, thetaCount, phiCount, weighted };
}

/** Value of a table of the model at a fraction of a turn and a fraction of a right angle; the normal has no azimuth. */
function valueAt(brdf: Brdf, turn: number, rightAngle: number): number {
  const theta = (rightAngle * Math.PI) / 2;
  const value = Math.PI * brdf.backscatter(theta, theta > 0 ? 2 * Math.PI * turn : 0);
  return brdf.unbounded ? value * Math.cos(theta) : value;
}

const isConstant = ({ values, weighted }: BackscatterTable) =>
  !weighted && values.every((value) => value === values[0]);

/**
 * The largest errors of π f_r cos θ between the samples of a table, along the angle and along the azimuth, relative to
 * the model's value there plus `TABLE_LIMITS.floor` of its largest value; or the first ones of which one is larger than
 * `enough`.
 */
export function tableErrors(
  brdf: Brdf,
  table: BackscatterTable,
  enough = Infinity,
): readonly [alongTheta: number, alongPhi: number] {
  const { phiCount, thetaCount } = table;
  const floor = TABLE_LIMITS.floor * largestEnergy(table);
  const errorAt = (phi: number, theta: number, between: number) => {
    const toEnergy = energyFactor(table, theta);
    const exact = toEnergy * valueAt(brdf, phi / phiCount, theta / (thetaCount - 1));
    return Math.abs(toEnergy * between - exact) / (exact + floor || 1);
  };
  let [alongTheta, alongPhi] = [0, 0];
  for (let phi = 0; phi < phiCount; phi++)
    for (let theta = 0; theta < thetaCount; theta++) {
      if (theta + 1 < thetaCount) {
        const cubic = catmullRom((k) => sampleAt(table, phi, theta + k));
        for (const place of PLACES) alongTheta = Math.max(alongTheta, errorAt(phi, theta + place, cubic(place)));
      }
      if (phiCount > 1) {
        const cubic = catmullRom((k) => sampleAt(table, phi + k, theta));
        for (const place of PLACES) alongPhi = Math.max(alongPhi, errorAt(phi + place, theta, cubic(place)));
      }
      if (Math.max(alongTheta, alongPhi) > enough) return [alongTheta, alongPhi];
    }
  return [alongTheta, alongPhi];
}

/** Factor that converts a table's value to π f_r cos θ at sample or position `theta`. */
const energyFactor = ({ weighted, thetaCount }: BackscatterTable, theta: number) =>
  weighted ? 1 : Math.cos((theta / (thetaCount - 1)) * (Math.PI / 2));

function largestEnergy(table: BackscatterTable): number {
  let largest = 0;
  for (let i = 0; i < table.values.length; i++)
    largest = Math.max(largest, energyFactor(table, i % table.thetaCount) * table.values[i]);
  return largest;
}

/**
 * The cubic between samples 0 (t = 0) and 1 (t = 1), from samples −1 to 2; never negative. Catmull and Rom (1974),
 * as in backscatter-cubics.
 */
function catmullRom(sampleOf: (k: number) => number): (t: number) => number {
  const [a, b, c, d] = [sampleOf(-1), sampleOf(0), sampleOf(1), sampleOf(2)];
  const [third, second, first] = [3 * (b - c) + d - a, 2 * a - 5 * b + 4 * c - d, c - a];
  return (t) => Math.max(0, b + (t * ((third * t + second) * t + first)) / 2);
}
