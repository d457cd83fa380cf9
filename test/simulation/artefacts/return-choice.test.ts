import { describe, expect, it } from 'vitest';
import { createPointBatch } from '../../../src/cloud/point-batch.js';
import type { ReturnMode } from '../../../src/scanner/return-mode.js';
import { choosePoints, chooseReturns } from '../../../src/simulation/artefacts/return-choice.js';
import type { TracedPoints } from '../../../src/simulation/points/traced-points.js';
import { quietScanner, stretchOf } from './stretches.js';

/** Ranges that a mode records of returns with these energies at 1, 2, 3, … m. */
function chosen(returns: ReturnMode | undefined, energies: number[], maxReturns = 15): number[] {
  const { echoes } = stretchOf([energies.map((energy, k) => ({ range: k + 1, energy }))]);
  return chooseReturns(echoes[0], { ...quietScanner().detection, returns, maxReturns }).map(({ range }) => range);
}

describe('the points that are recorded', () => {
  // Pulse 3 has one return, pulse 5 three, whose ranges have swapped places by noise, pulse 6 two.
  const traced = (() => {
    const points = createPointBatch(6);
    points.range.set([9, 2, 1, 3, 4, 5]);
    points.energy.set([1, 5, 1, 4, 1, 2]);
    points.returnNumber.set([1, 1, 2, 3, 1, 2]);
    points.returnCount.set([1, 3, 3, 3, 2, 2]);
    const [pulses, times] = [Uint32Array.from([3, 5, 5, 5, 6, 6]), Float64Array.from([3, 5, 5, 5, 6, 6])];
    return { points, pulses, times, first: 0, end: 8 } as unknown as TracedPoints;
  })();
  const recorded = (returns: ReturnMode) => choosePoints(traced, { ...quietScanner().detection, returns });

  it('are those of each pulse that its mode names, in order of range, numbered anew', () => {
    expect(recorded('all')).toBe(traced);
    expect([...recorded('strongest').points.range]).toEqual([9, 2, 5]);
    expect([...recorded('first').points.range]).toEqual([9, 1, 4]);
    expect([...recorded('second').points.range]).toEqual([2, 5]);
    const { points, pulses, times } = recorded('dual');
    expect([...points.range]).toEqual([9, 2, 3, 4, 5]);
    expect([...pulses]).toEqual([3, 5, 5, 6, 6]);
    expect([...times]).toEqual([3, 5, 5, 6, 6]);
    expect([...points.returnNumber]).toEqual([1, 1, 2, 1, 2]);
    expect([...points.returnCount]).toEqual([1, 2, 2, 2, 2]);
  });
});

describe('the returns that are recorded', () => {
  it.each<[ReturnMode | undefined, number[], number[]]>([
    [undefined, [3, 1, 2], [1, 2, 3]],
    ['all', [3, 1, 2], [1, 2, 3]],
    ['first', [3, 1, 2], [1]],
    ['last', [3, 1, 2], [3]],
    ['strongest', [1, 3, 2], [2]],
    ['strongest', [3, 3], [1]],
    ['second', [3, 1, 2], [2]],
    ['second', [3], []],
    ['dual', [1, 3, 2], [2, 3]],
    // The strongest is the last: the second strongest joins it.
    ['dual', [2, 1, 3], [1, 3]],
    ['dual', [4], [1]],
    ['dual', [], []],
  ])('%s of energies %j: %j', (mode, energies, ranges) => {
    expect(chosen(mode, energies)).toEqual(ranges);
  });

  it('all: those nearest, up to the limit', () => {
    expect(chosen('all', [1, 2, 3], 2)).toEqual([1, 2]);
  });
});
