// Normal equations of a step of Levenberg and Marquardt with one Gaussian or two, three parameters each, in blocks of
// three rows. A row has its three numbers and its right-hand side, which its solution replaces.

import { room } from './work';

/** Bytes of a row and of a block. */
const ROW: usize = 16, BLOCK: usize = 48;
/** Start of the blocks: behind the Gaussians. */
const BLOCKS_AT: usize = 608;

/** Block of the first Gaussian with itself, with the second one, and of that with itself. */
@inline
export function firstBlock(): usize { return room() + BLOCKS_AT; }
@inline
export function mixedBlock(): usize { return firstBlock() + BLOCK; }
@inline
export function secondBlock(): usize { return firstBlock() + 2 * BLOCK; }
/** The mixed block, solved by the first. */
@inline
function ratioBlock(): usize { return firstBlock() + 3 * BLOCK; }

/** Room for the numbers that a step replaces. */
@inline
export function savedAt(): usize { return firstBlock() + 4 * BLOCK; }

/** Stores the three rows of a block. */
@inline
export function storeRows(block: usize, row0: v128, row1: v128, row2: v128): void {
  v128.store(block, row0);
  v128.store(block + ROW, row1);
  v128.store(block + 2 * ROW, row2);
}

/** A number of a block. */
@inline
function entry(block: usize, row: usize, column: usize): f32 { return load<f32>(block + row * ROW + (column << 2)); }
@inline
function setEntry(block: usize, row: usize, column: usize, value: f32): void {
  store<f32>(block + row * ROW + (column << 2), value);
}

/** The solution for a parameter of the first Gaussian, or of the second. */
@inline
export function stepOf(block: usize, parameter: usize): f32 { return entry(block, parameter, 3); }

/**
 * Solves the equations, their diagonals times `grown`; with `isPair`, those of two Gaussians. Returns whether it
 * succeeded.
 */
export function solveStep(grown: f32, isPair: bool): bool {
  const first = firstBlock(), second = secondBlock();
  growDiagonal(first, grown);
  if (!factor(first)) return false;
  solve(first, first + 12);
  if (!isPair) return true;
  growDiagonal(second, grown);
  reduceSecond();
  if (!factor(second)) return false;
  solve(second, second + 12);
  for (let i: usize = 0; i < 3; i++) setEntry(first, i, 3, entry(first, i, 3) - alongRow(i));
  return true;
}

@inline
function growDiagonal(block: usize, grown: f32): void {
  for (let i: usize = 0; i < 3; i++) setEntry(block, i, i, entry(block, i, i) * grown);
}

/** Takes the first Gaussian's part from the equations of the second (Schur's complement). */
function reduceSecond(): void {
  memory.copy(ratioBlock(), mixedBlock(), BLOCK);
  for (let j: usize = 0; j < 3; j++) solve(firstBlock(), ratioBlock() + (j << 2));
  for (let i: usize = 0; i < 3; i++) {
    for (let j: usize = 0; j < 3; j++)
      setEntry(secondBlock(), i, j, entry(secondBlock(), i, j) - alongColumns(i, ratioBlock(), j));
    setEntry(secondBlock(), i, 3, entry(secondBlock(), i, 3) - alongColumns(i, firstBlock(), 3));
  }
}

/** The product of a column of the mixed block with one of another. */
@inline
function alongColumns(i: usize, block: usize, j: usize): f32 {
  const mixed = mixedBlock();
  return entry(mixed, 0, i) * entry(block, 0, j) + entry(mixed, 1, i) * entry(block, 1, j)
    + entry(mixed, 2, i) * entry(block, 2, j);
}

/** The product of a row of the solved block with the second Gaussian's step. */
@inline
function alongRow(i: usize): f32 {
  const ratio = ratioBlock(), second = secondBlock();
  return entry(ratio, i, 0) * entry(second, 0, 3) + entry(ratio, i, 1) * entry(second, 1, 3)
    + entry(ratio, i, 2) * entry(second, 2, 3);
}

/** Cholesky's decomposition of a block, in the place of its lower half; returns whether there is one. */
function factor(block: usize): bool {
  const l00 = sqrt<f32>(entry(block, 0, 0));
  const l10 = entry(block, 1, 0) / l00, l20 = entry(block, 2, 0) / l00;
  const l11 = sqrt<f32>(entry(block, 1, 1) - l10 * l10);
  const l21 = (entry(block, 2, 1) - l20 * l10) / l11;
  const l22 = sqrt<f32>(entry(block, 2, 2) - l20 * l20 - l21 * l21);
  // Also false if one of them is no number.
  if (!(l00 > 0 && l11 > 0 && l22 > 0)) return false;
  setEntry(block, 0, 0, l00);
  setEntry(block, 1, 0, l10);
  setEntry(block, 1, 1, l11);
  setEntry(block, 2, 0, l20);
  setEntry(block, 2, 1, l21);
  setEntry(block, 2, 2, l22);
  return true;
}

/** Solves the equations of a decomposed block for three numbers, one a row from `at` on. */
function solve(block: usize, at: usize): void {
  const l00 = entry(block, 0, 0), l11 = entry(block, 1, 1), l22 = entry(block, 2, 2);
  const l10 = entry(block, 1, 0), l20 = entry(block, 2, 0), l21 = entry(block, 2, 1);
  const y0 = entry(at, 0, 0) / l00;
  const y1 = (entry(at, 1, 0) - l10 * y0) / l11;
  const x2 = (entry(at, 2, 0) - l20 * y0 - l21 * y1) / l22 / l22;
  const x1 = (y1 - l21 * x2) / l11;
  setEntry(at, 0, 0, (y0 - l10 * x1 - l20 * x2) / l00);
  setEntry(at, 1, 0, x1);
  setEntry(at, 2, 0, x2);
}
