import { describe, expect, it } from 'vitest';
import { recordedReturns, replaceReturns, tracedScanner } from '../../src/scanner/recorded-returns.js';
import { testScanner } from '../support/scan.js';

describe('the scanner that the device traces', () => {
  it('is the scanner itself where the host changes nothing', () => {
    const scanner = testScanner({ detection: { maxReturns: 2, rangeNoise: 0.01 } });
    expect(tracedScanner(scanner)).toBe(scanner);
  });

  it('has all returns where the host chooses some', () => {
    const { detection } = tracedScanner(
      testScanner({ detection: { maxReturns: 1, returns: 'dual', rangeNoise: 0.01 } }),
    );
    expect(detection).toMatchObject({ maxReturns: 15, rangeNoise: 0.01 });
  });

  it('has no noise of ranges where the host adds it', () => {
    const noise = { rangeNoise: 0, rangeNoiseFormula: '0.1', rangeNoisePerMetre: 1e-3, maxReturns: 3 };
    const { detection } = tracedScanner(testScanner({ detection: noise }));
    expect(detection).toMatchObject({ rangeNoise: 0, rangeNoisePerMetre: 0, maxReturns: 3 });
  });

  it('is replaced by a choice, or by a number, which asks for all returns up to it', () => {
    const dual = { maxReturns: 2, returns: 'dual' } as const;
    expect(replaceReturns(dual, {})).toEqual(dual);
    expect(replaceReturns(dual, { returns: 'last' })).toEqual({ maxReturns: 2, returns: 'last' });
    expect(replaceReturns(dual, { maxReturns: 5 })).toEqual({ maxReturns: 5 });
    expect(replaceReturns(dual, { maxReturns: 5, returns: 'last' })).toEqual({ maxReturns: 5, returns: 'last' });
  });

  it.each([
    [undefined, 7],
    ['all', 7],
    ['dual', 2],
    ['last', 1],
  ] as const)('records with %s at most %i returns', (returns, most) => {
    expect(recordedReturns({ returns, maxReturns: 7 })).toBe(most);
  });
});
