import { describe, expect, it } from 'vitest';
import { compareReturns, type Returns } from '../../src/bench/compare-returns.js';
import { Point } from '../../src/device/records.generated.js';

const LABELS = {
  instance: Uint32Array.of(1, 2, 1),
  material: Uint16Array.of(0, 0, 0),
  semantic: Uint16Array.of(0, 0, 0),
  classification: Uint8Array.of(2, 2, 2),
};

/** Three pulses: one return, two returns, one return; 100 m and more away. */
function returns(
  change: (set: (row: number, field: number, value: number, float?: boolean) => void) => void = () => {},
): Returns {
  const words = new Uint32Array((4 * Point.SIZE) / 4);
  const floats = new Float32Array(words.buffer);
  const set = (row: number, field: number, value: number, float = false) => {
    (float ? floats : words)[(row * Point.SIZE + field) / 4] = value;
  };
  [
    [7, 1, 1],
    [8, 1, 2],
    [8, 2, 2],
    [9, 1, 1],
  ].forEach(([pulse, number, count], row) => {
    set(row, Point.pulse, pulse);
    set(row, Point.returnNumber, number);
    set(row, Point.returnCount, count);
    set(row, Point.range, 100 + row, true);
    set(row, Point.energy, 1e-12, true);
    set(row, Point.hitSubrays, 19);
  });
  change(set);
  return { words, floats };
}

/** Without the return at `row`. */
function without(row: number): Returns {
  const { words } = returns();
  const at = (row * Point.SIZE) / 4;
  const left = Uint32Array.of(...words.subarray(0, at), ...words.subarray(at + Point.SIZE / 4));
  return { words: left, floats: new Float32Array(left.buffer) };
}

const differing = (b: Returns) => compareReturns(returns(), b, LABELS).differing;

describe('the comparison of engines can fail', () => {
  it('and does not if nothing differs', () => {
    expect(compareReturns(returns(), returns(), LABELS)).toEqual({
      differing: [],
      returns: 4,
      range: 0,
      energyShare: 0,
      position: 0,
    });
  });

  it.each([
    ['a return that only one has', without(1), [8]],
    ['a pulse that only one has', without(3), [9]],
    ['the first pulse missing', without(0), [7]],
    ['a range 1.5 mm off', returns((set) => set(2, Point.range, 102.0015, true)), [8]],
    ['an energy 0.2 % off', returns((set) => set(0, Point.energy, 1.002e-12, true)), [7]],
    ['a position 3 mm aside', returns((set) => set(3, Point.position + 4, 0.003, true)), [9]],
    ['another surface of another instance', returns((set) => set(0, Point.surface, 1)), [7]],
    ['another colour', returns((set) => set(3, Point.color, 0xff00_0001)), [9]],
    ['another subray', returns((set) => set(0, Point.hitSubrays, 18)), [7]],
    ['not a number', returns((set) => set(0, Point.range, Number.NaN, true)), [7]],
  ])('%s', (_, other, pulses) => {
    expect(differing(other)).toEqual(pulses);
  });

  it('passes over rounding, and surfaces with the same labels', () => {
    const rounded = returns((set) => {
      set(0, Point.range, 100.0005, true);
      set(1, Point.energy, 1.0005e-12, true);
      set(3, Point.surface, 2);
    });
    expect(differing(rounded)).toEqual([]);
  });
});
