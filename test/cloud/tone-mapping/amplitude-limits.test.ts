import { expect, it } from 'vitest';
import {
  type AmplitudeLimit,
  ANY_SCANNER,
  amplitudeRatios,
  LimitFinder,
  limitRows,
} from '../../../src/cloud/tone-mapping/amplitude-limits.js';
import { amplitudeScale } from '../../../src/cloud/tone-mapping/intensity-scale.js';
import { testRandom } from '../../support/random.js';

const limit = (scanner: number, pointSourceId: number, minEnergy: number): AmplitudeLimit => ({
  scanner,
  pointSourceId,
  minEnergy,
});

it('energies come back from intensities within half a step, ±0.12 % (seed 3)', () => {
  const random = testRandom(3);
  const intensityOf = amplitudeScale({ minEnergy: 3e-16 });
  let worst = 0;
  for (let k = 0; k < 5000; k++) {
    const energy = 3e-16 * 10 ** (6 * random());
    worst = Math.max(worst, Math.abs((3e-16 * amplitudeRatios()[intensityOf(energy, 1)]) / energy - 1));
  }
  // Half a step of 0.01 dB: 10^0.0005 − 1.
  expect(worst).toBeLessThanOrEqual(10 ** 0.0005 - 1 + 1e-9);
  expect(worst).toBeGreaterThan(0.001);
});

it('one limit is one row of all points', () => {
  expect(limitRows([limit(0, 1, 2e-16), limit(1, 9, 2e-16)], true)).toEqual([
    { scanner: ANY_SCANNER, firstId: 0, lastId: 65_535, minEnergy: 2e-16 },
  ]);
  expect(limitRows([], true)).toBeUndefined();
});

it('limits of legs are rows of ids in a row, of whichever scanner', () => {
  const limits = [limit(0, 3, 2e-16), limit(0, 1, 1e-16), limit(0, 2, 1e-16), limit(1, 5, 2e-16), limit(1, 4, 2e-16)];
  expect(limitRows(limits, false)).toEqual([
    { scanner: ANY_SCANNER, firstId: 1, lastId: 2, minEnergy: 1e-16 },
    { scanner: ANY_SCANNER, firstId: 3, lastId: 5, minEnergy: 2e-16 },
  ]);
});

it('scanners with the same ids are told apart by their numbers alone, if points have these', () => {
  const limits = [limit(0, 7, 1e-16), limit(1, 7, 2e-16)];
  expect(limitRows(limits, false)).toBeUndefined();
  expect(limitRows(limits, true)).toEqual([
    { scanner: 0, firstId: 7, lastId: 7, minEnergy: 1e-16 },
    { scanner: 1, firstId: 7, lastId: 7, minEnergy: 2e-16 },
  ]);
  // Two legs of one scanner under one id cannot be.
  expect(limitRows([limit(0, 7, 1e-16), limit(0, 7, 2e-16), limit(1, 8, 1e-16)], true)).toBeUndefined();
});

it('finds the limit of any point among many (seed 5)', () => {
  const random = testRandom(5);
  const limits: AmplitudeLimit[] = [];
  for (let scanner = 0; scanner < 3; scanner++)
    for (let id = 1; id < 400; id += 1 + Math.floor(3 * random()))
      limits.push(limit(scanner, id, [1e-16, 2e-16, 3e-16][Math.floor(3 * random())]));
  const rows = limitRows(limits, true);
  const finder = new LimitFinder(rows ?? []);
  const known = new Map(
    limits.map(({ scanner, pointSourceId, minEnergy }) => [`${scanner} ${pointSourceId}`, minEnergy]),
  );
  for (let k = 0; k < 3000; k++) {
    const [scanner, id] = [Math.floor(3 * random()), Math.floor(410 * random())];
    const found = finder.find(scanner, id);
    const wanted = known.get(`${scanner} ${id}`) ?? 0;
    expect(found, `scanner ${scanner}, id ${id}, seed 5`).toBe(wanted);
  }
  expect(new LimitFinder([{ scanner: ANY_SCANNER, firstId: 0, lastId: 9, minEnergy: 4 }]).find(200, 9)).toBe(4);
  expect(new LimitFinder([{ scanner: ANY_SCANNER, firstId: 0, lastId: 9, minEnergy: 4 }]).find(0, 10)).toBe(0);
});
