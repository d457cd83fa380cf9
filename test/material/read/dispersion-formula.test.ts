import { describe, expect, it } from 'vitest';
import { dispersionFormula } from '../../../src/material/read/dispersion-formula.js';

function indexAt(kind: number, coefficients: readonly number[], micrometres: number): number {
  const formula = dispersionFormula(kind, coefficients);
  if (typeof formula === 'string') throw new Error(formula);
  return formula(micrometres);
}

describe('dispersionFormula', () => {
  // Coefficients of the database (CC0); indices of handbooks, and of the papers' own formulas worked out elsewhere.
  it.each([
    [
      '1, fused silica, Malitson 1965, n_d',
      1,
      [0, 0.6961663, 0.0684043, 0.4079426, 0.1162414, 0.8974794, 9.896161],
      0.5876,
      1.45846,
    ],
    [
      '2, N-BK7, n_d',
      2,
      [0, 1.03961212, 0.00600069867, 0.231792344, 0.0200179144, 1.01046945, 103.560653],
      0.58756,
      1.5168,
    ],
    ['4, BBO o, Eimerl 1987', 4, [2.7405, 0.0184, 0, 0.0179, 1, 0, 0, 0, 1, -0.0155, 2], 1.064, 1.6551],
    ['4, KDP e, Zernike 1964', 4, [2.132668, 3.2279924, 2, 400, 1, 0.008637494, 0, 0.012281, 1], 0.633, 1.46686],
    ['6, air, Ciddor 1996', 6, [0, 0.05792105, 238.0185, 0.00167917, 57.362], 0.633, 1.00027653],
    ['7, silicon, Edwards 1980', 7, [3.41983, 0.159906, -0.123109, 1.26878e-6, -1.95104e-9], 10, 3.4215],
  ])('%s', (_what, kind, coefficients, micrometres, expected) => {
    const decimals = String(expected).split('.')[1].length;
    expect(indexAt(kind, coefficients, micrometres)).toBeCloseTo(expected, decimals);
  });

  // By hand, with x = 2.
  it.each([
    // 1 + 1 + 3·4/(4 − 1²) = 6
    [1, [1, 3, 1], Math.sqrt(6)],
    // 1 + 0 + 3·4/(4 − 2) = 7
    [2, [0, 3, 2], Math.sqrt(7)],
    // 2 + 3·2² + 4·2⁻¹ = 16
    [3, [2, 3, 2, 4, -1], 4],
    // 1 + 3·2¹/(4 − 1²) + 4·2⁰/(4 − 2¹) + 1·2² + 3·2¹ = 1 + 2 + 2 + 4 + 6
    [4, [1, 3, 1, 1, 2, 4, 0, 2, 1, 1, 2, 3, 1], Math.sqrt(15)],
    // 1 + 3·2¹/(4 − 1²)
    [4, [1, 3, 1, 1, 2], Math.sqrt(3)],
    // 1 + 0.5·2² + 4·2⁻²
    [5, [1, 0.5, 2, 4, -2], 4],
    // 1 + 0.5 + 3/(2.25 − ¼)
    [6, [0.5, 3, 2.25], 3],
    // 1 + 2·4 + 3·16 + 4·64 above L = 1/3.972: c₂ = 3.972, c₃ = 3.972²
    [7, [1, 3.972, 3.972 ** 2, 2, 3, 4], 1 + 1 + 1 + 8 + 48 + 256],
    // (n² − 1)/(n² + 2) = 0.1 + 0.2·4/(4 − 2) + 0.01·4 = 0.54; n² = 2.08/0.46
    [8, [0.1, 0.2, 2, 0.01], Math.sqrt(2.08 / 0.46)],
    // 1 + 2/(4 − 2) + 6·(2 − 1)/((2 − 1)² + 2) = 4
    [9, [1, 2, 2, 6, 1, 2], 2],
  ])('formula %i of %j', (kind, coefficients, expected) => {
    expect(indexAt(kind, coefficients, 2)).toBeCloseTo(expected, 12);
  });

  it.each([
    [0, [1], 'found formula 0, expected one of 1 to 9'],
    [10, [1], 'found formula 10'],
    [1, [0, 1], 'found 2 coefficients, expected an odd number for formula 1 (Sellmeier)'],
    [4, [1, 2, 3], 'expected 1, 5, or an odd number of 9 to 17'],
    [7, [1, 2, 3, 4, 5, 6, 7], 'expected 1 to 6'],
    [8, [1], 'expected 4'],
    [9, [1, 2, 3, 4, 5], 'expected 6'],
  ])('refuses formula %i of %j', (kind, coefficients, message) => {
    expect(dispersionFormula(kind, coefficients)).toContain(message);
  });
});
