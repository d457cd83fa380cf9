import { describe, expect, it } from 'vitest';
import { recordedReturns, replaceReturns, tracedScanner } from '../../src/scanner/recorded-returns.js';
import { ONE_LASER, testScanner } from '../support/scan.js';

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
    expect(detection).toMatchObject({ rangeNoise: 0, rangeNoisePerMetre: 0 });
  });

  it('finds returns as far beyond the limits as a formula may move them', () => {
    const noise = { rangeMin: 5, rangeMax: 100, maxReturns: 3, rangeNoise: 0, rangeNoisePerMetre: 1e-3 };
    const channels = [{ ...ONE_LASER, rangeMax: 50 }];
    const scanner = testScanner({ channels, detection: { ...noise, rangeNoiseFormula: '0.1 + incidence / 100' } });
    const { detection, channels: lasers } = tracedScanner(scanner);
    const [most, least] = [0.1 + (85 * Math.PI) / 180 / 100, 5 - 6 * 0.005];
    expect(detection.rangeMin).toBeCloseTo(least - 6 * most, 9);
    expect(detection.rangeMax).toBeCloseTo(100 + 6 * (most + 0.1), 9);
    expect(lasers[0].rangeMax).toBeCloseTo(50 + 6 * (most + 0.05), 9);
    expect(detection.maxReturns).toBe(15);
  });

  it('keeps its limits and its number of returns where limits hold for true ranges', () => {
    const detection = { rangeMin: 5, rangeMax: 100, maxReturns: 3, rangeNoiseFormula: '0.1' };
    expect(tracedScanner(testScanner({ detection }), { limits: 'true' }).detection).toMatchObject({
      ...{ rangeMin: 5, rangeMax: 100, maxReturns: 3 },
    });
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
