import { describe, expect, it } from 'vitest';
import { numberRuns } from '../../../../studio/state/clouds/number-runs.js';

describe('numbers of runs', () => {
  it('are those of their names, whatever was removed before', () => {
    expect(numberRuns([])).toEqual([]);
    expect(numberRuns(['mc3k2l9a-2', 'mc3k2m0b-5'])).toEqual([2, 5]);
  });

  it('go on where two tabs gave the same, or a name has none', () => {
    expect(numberRuns(['mc3k2l9a-1', 'mc3k2m0b-1', 'mine', 'mc3k2m1c-2'])).toEqual([1, 3, 4, 2]);
  });
});
