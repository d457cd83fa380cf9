import type { Footprint } from './footprint.js';

/** Mean square of the distance from the axis, in half widths, for the Gaussian beam and for the disc. */
const MEAN_SQUARE = 1 / 2;

/**
 * The energy of the Gaussian beam beyond its last true place, 1.61 half widths from the axis: from there to 1.9 half
 * widths it lies evenly over the squares, with the mean square of the beam's own tail, which has no end.
 */
const TAIL = Math.exp(-5.2);

/** The square of the distance from the axis beyond which this share of the energy lies, in half widths. */
function squareBefore(weights: Footprint['weights'], beyond: number): number {
  if (weights === 'uniform') return 1 - beyond;
  return beyond >= TAIL ? -Math.log(beyond) / 2 : -Math.log(TAIL) / 2 + 1 - beyond / TAIL;
}

/** Parts of a stretch of energy whose squares are averaged. */
const PARTS = 8;

/** The unit in which squares are compared and added up without rounding, so that all machines sort them alike. */
const UNIT = 2 ** -38;
const ROUNDS_MAX = 50;

/**
 * Squared distances from the axis, in half widths, of `count` layouts: for each of the shells that have these shares of
 * the beam's energy, from the axis outwards, those of the layouts. Of each shell the layouts have all squares, one for
 * each of `count` equal parts of its energy. They are ordered so that the mean square of each layout, weighted by the
 * shares, is that of the beam, by the rearrangement algorithm (Puccetti and Rüschendorf 2012, "Computation of sharp
 * bounds on the distribution of a function of dependent risks", J. Comput. Appl. Math. 236(7)): each shell in turn is
 * sorted against the sum of all others. What is left, less than 1 % and mostly 10⁻⁴, is scaled away.
 */
export function shellSquares(weights: Footprint['weights'], shares: readonly number[], count: number): number[][] {
  let beyond = 1;
  const shells = shares.map((share) => {
    const sorted = Float64Array.from({ length: count }, (_, part) => {
      let sum = 0;
      for (let k = 0.5; k < PARTS; k++)
        sum += squareBefore(weights, beyond - (share * (part + k / PARTS)) / count) / PARTS;
      return Math.round((share * sum) / UNIT);
    });
    beyond -= share;
    return sorted;
  });
  const { squares, sums } = rearranged(shells, count);
  return squares.map((shell, k) => Array.from(shell, (square, j) => ((square / shares[k]) * MEAN_SQUARE) / sums[j]));
}

/** Orders sorted columns of whole numbers so that the sums of the rows differ as little as possible. */
function rearranged(shells: readonly Float64Array[], count: number) {
  const squares = shells.map((shell, k) => shell.map((_, j) => shell[(j * (2 * k + 1) + k) % count]));
  const sums = new Float64Array(count);
  for (const shell of squares) for (let j = 0; j < count; j++) sums[j] += shell[j];
  let spread = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS_MAX; round++) {
    for (let k = shells.length - 1; k >= 0; k--) sortAgainst(sums, squares[k], shells[k]);
    const next = Math.max(...sums) - Math.min(...sums);
    if (next >= spread) break;
    spread = next;
  }
  return { squares, sums };
}

/** Orders one column of the rows with these sums: the largest numbers go to the rows in which the others are least. */
function sortAgainst(sums: Float64Array, column: Float64Array, sorted: Float64Array): void {
  const count = column.length;
  // The sum of the others and the row in one whole number below 2⁵³, which sorts without a function.
  const keys = Float64Array.from(sums, (sum, j) => (sum - column[j]) * count + j).sort();
  for (let j = 0; j < count; j++) {
    const row = keys[count - 1 - j] % count;
    sums[row] += sorted[j] - column[row];
    column[row] = sorted[j];
  }
}
