import { expect, it } from 'vitest';
import { createWebFiles } from '../../../src/base/files/web-files.js';
import { INTENSITY_TONES } from '../../../src/cloud/display/intensity-tone.js';
import { cloudTone } from '../../../src/io/opened/cloud-tone.js';
import { openCloud } from '../../../src/io/opened/open-cloud.js';
import { lasBytes } from '../las/memory-file.js';

/** A cloud of `count` points with these intensities. */
async function cloudOf(count: number, intensity: (point: number) => number) {
  const records = new Uint8Array(30 * count);
  const view = new DataView(records.buffer);
  for (let i = 0; i < count; i++) view.setUint16(30 * i + 12, intensity(i), true);
  const bytes = lasBytes({ pointFormat: 6, recordLength: 30, pointCount: count }, records);
  return openCloud('a.las', { files: createWebFiles({ sources: { 'a.las': bytes } }) });
}

it('looks at points from all over a file', async () => {
  const { low, high } = await cloudTone(await cloudOf(200_000, (i) => i / 4));
  expect(low).toBeLessThan(200);
  expect(high).toBeGreaterThan(46_000);
});

it('looks at all points of a small one', async () => {
  const tone = await cloudTone(await cloudOf(100, (i) => 10 * i));
  expect(tone).toEqual({ low: 0, high: 990, power: 1 });
});

it('takes amplitudes by subray for what they are', async () => {
  const cloud = await cloudOf(10, () => 3);
  const limitRows = [{ scanner: 255, firstId: 0, lastId: 65_535, minEnergy: 1e-16 }];
  expect(await cloudTone({ ...cloud, file: { ...cloud.file, limitRows } as never })).toBe(INTENSITY_TONES.amplitude);
});
