import { expect, it } from 'vitest';
import { scannerRows } from '../../../src/cli/describe/describe-scanner.js';
import type { Detection } from '../../../src/scanner/scanner.js';
import { testScanner } from '../../support/scan.js';

const linesWith = (word: string, detection: Partial<Detection>) =>
  scannerRows(testScanner({ detection })).filter((line) => line.startsWith(word));

it('says how noise of ranges grows, as data sheets do', () => {
  expect(linesWith('range noise', { rangeNoise: 0.005 })[0]).toMatch(/ 5 mm$/);
  expect(linesWith('range noise', { rangeNoise: 0.005, rangeNoisePerMetre: 1e-5 })[0]).toMatch(/ 5 mm \+ 10 ppm$/);
});

it('says how angles are off where they are', () => {
  expect(linesWith('angle noise', {})).toEqual([]);
  expect(linesWith('angle noise', { axisAngleNoise: 1e-3 })[0]).toMatch(/ 0\.0573° about the axis, 0° of the ray$/);
});

it('names systematic errors', () => {
  expect(linesWith('systematic errors', {})).toEqual([]);
  const errors = { range: '0.1', head: 'angle', headAway: 1 };
  expect(linesWith('systematic errors', { systematicErrors: errors })[0]).toMatch(/ range, head$/);
});
