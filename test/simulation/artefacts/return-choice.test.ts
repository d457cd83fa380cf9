import { describe, expect, it } from 'vitest';
import type { ReturnMode } from '../../../src/scanner/return-mode.js';
import { chooseReturns } from '../../../src/simulation/artefacts/return-choice.js';
import { quietScanner, stretchOf } from './stretches.js';

/** Ranges that a mode records of returns with these energies at 1, 2, 3, … m. */
function chosen(returns: ReturnMode | undefined, energies: number[], maxReturns = 15): number[] {
  const { echoes } = stretchOf([energies.map((energy, k) => ({ range: k + 1, energy }))]);
  return chooseReturns(echoes[0], { ...quietScanner().detection, returns, maxReturns }).map(({ range }) => range);
}

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
