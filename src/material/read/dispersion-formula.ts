/**
 * The dispersion formulas of refractiveindex.info: n over the wavelength x in micrometres, with coefficients c₁, c₂, …
 * Source: "Dispersion formulas" in the documentation of the database, M. N. Polyanskiy (2024), "Refractiveindex.info
 * database of optical constants", Scientific Data 11, 94.
 */

/** Refractive index at a wavelength in micrometres; NaN if the formula has no value there. */
export type DispersionFormula = (micrometres: number) => number;

interface FormulaKind {
  readonly name: string;
  /** The permitted numbers of coefficients, in words. */
  readonly counts: string;
  readonly allows: (count: number) => boolean;
  readonly index: (x: number, c: readonly number[]) => number;
}

const isOdd = (count: number) => count % 2 === 1;
const PAIRS = { counts: 'an odd number', allows: isOdd };

const KINDS: readonly FormulaKind[] = [
  {
    name: 'Sellmeier',
    ...PAIRS,
    index: (x, c) => Math.sqrt(1 + c[0] + pairSum(c, 1, (a, b) => (a * x * x) / (x * x - b * b))),
  },
  {
    name: 'Sellmeier-2',
    ...PAIRS,
    index: (x, c) => Math.sqrt(1 + c[0] + pairSum(c, 1, (a, b) => (a * x * x) / (x * x - b))),
  },
  { name: 'polynomial', ...PAIRS, index: (x, c) => Math.sqrt(powerSum(x, c, 1)) },
  {
    name: 'RefractiveIndex.INFO',
    counts: '1, 5, or an odd number of 9 to 17',
    allows: (count) => count === 1 || count === 5 || (isOdd(count) && count >= 9 && count <= 17),
    index: (x, c) => Math.sqrt(rational(x, c, 1) + rational(x, c, 5) + powerSum(x, c, 9)),
  },
  { name: 'Cauchy', ...PAIRS, index: (x, c) => powerSum(x, c, 1) },
  { name: 'gases', ...PAIRS, index: (x, c) => 1 + c[0] + pairSum(c, 1, (a, b) => a / (b - 1 / (x * x))) },
  { name: 'Herzberger', counts: '1 to 6', allows: (count) => count >= 1 && count <= 6, index: herzberger },
  { name: 'retro', counts: '4', allows: (count) => count === 4, index: retro },
  { name: 'exotic', counts: '6', allows: (count) => count === 6, index: exotic },
];

/** Formula number `kind`, 1…9, with `coefficients`; or the fault in either as a text: "found X, expected Y". */
export function dispersionFormula(kind: number, coefficients: readonly number[]): DispersionFormula | string {
  const formula = KINDS[kind - 1];
  if (formula === undefined) return `found formula ${kind}, expected one of 1 to ${KINDS.length}`;
  if (!formula.allows(coefficients.length))
    return `found ${coefficients.length} coefficients, expected ${formula.counts} for formula ${kind} (${formula.name})`;
  return (micrometres) => formula.index(micrometres, coefficients);
}

/** Sum of `term` over the pairs of coefficients from index `from` on. */
function pairSum(c: readonly number[], from: number, term: (a: number, b: number) => number): number {
  let sum = 0;
  for (let i = from; i + 1 < c.length; i += 2) sum += term(c[i], c[i + 1]);
  return sum;
}

/** c₁ and the powers a·x^b of the pairs from index `from` on. */
const powerSum = (x: number, c: readonly number[], from: number): number =>
  c[0] + pairSum(c, from, (a, b) => a * x ** b);

/** The term a·x^b / (x² − d^e) of the four coefficients from index `from` on; 0 if they are absent. */
function rational(x: number, c: readonly number[], from: number): number {
  if (c.length <= from) return 0;
  return (c[from] * x ** c[from + 1]) / (x * x - c[from + 2] ** c[from + 3]);
}

/** Herzberger's fixed pole, µm². */
const HERZBERGER_POLE = 0.028;

function herzberger(x: number, [c1, c2 = 0, c3 = 0, c4 = 0, c5 = 0, c6 = 0]: readonly number[]): number {
  const l = 1 / (x * x - HERZBERGER_POLE);
  return c1 + c2 * l + c3 * l * l + c4 * x ** 2 + c5 * x ** 4 + c6 * x ** 6;
}

/** The formula defines (n² − 1)/(n² + 2). */
function retro(x: number, [c1, c2, c3, c4]: readonly number[]): number {
  const ratio = c1 + (c2 * x * x) / (x * x - c3) + c4 * x * x;
  return Math.sqrt((1 + 2 * ratio) / (1 - ratio));
}

function exotic(x: number, [c1, c2, c3, c4, c5, c6]: readonly number[]): number {
  return Math.sqrt(c1 + c2 / (x * x - c3) + (c4 * (x - c5)) / ((x - c5) ** 2 + c6));
}
