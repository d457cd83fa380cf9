/** Whole files of E57 by their sums: rearranging the writer changes no byte. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createWebFiles } from '../../../src/base/files/web-files.js';
import { OPTIONAL_KEYS, type OptionalKey, type PointBatch } from '../../../src/cloud/point-batch.js';
import type { FieldChoice } from '../../../src/cloud/point-fields.js';
import { createPointSink } from '../../../src/io/clouds/cloud-formats.js';
import type { CloudHeader } from '../../../src/io/records/point-sink.js';
import { cloudHeader, fullBatch, goldenCloud, sampleBatch } from '../sample-cloud.js';

/** Numbers that their forms do not hold: places without a number, ranges and times out of reach. */
function oddBatch(): PointBatch {
  const batch = fullBatch(1000);
  for (let i = 0; i < 1000; i += 3) {
    batch.x[i] = Number.NaN;
    batch.range[i + 1] = 1e9;
    batch.gpsTime[i] = i % 2 === 0 ? Number.NaN : 1e-9 * i;
  }
  return batch;
}

interface Cloud {
  batches: readonly PointBatch[];
  fields?: FieldChoice;
  header?: Partial<CloudHeader>;
}

const VIEWPOINT = { position: [1, 2, 3], orientation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] } as const;

const CLOUDS: Readonly<Record<string, [sum: string, cloud: () => Cloud]>> = {
  'without points': ['7b17a08b20d9c566', () => ({ batches: [] })],
  'of three points': ['f3a4692045ab380f', () => ({ batches: [goldenCloud()], header: { optional: ['rgb'] } })],
  'of all attributes in steps': ['24395890fc59d2c6', () => ({ batches: [fullBatch(5000), fullBatch(3001)] })],
  'of all attributes in full width': ['2a7df39f2e401942', () => ({ batches: [fullBatch(8001)], fields: 'all' })],
  'of few attributes, in several blocks': [
    '3bafa6dcab9cbb1b',
    () => ({ batches: [sampleBatch(70_000, 1), sampleBatch(80_000, 2)], fields: 'minimal', header: { optional: [] } }),
  ],
  'with what its numbers cannot hold': ['71c4b85d16a3dc4a', () => ({ batches: [oddBatch()] })],
  'in rows and columns': [
    '73452a3528f737f5',
    () => ({
      batches: [oddBatch()],
      header: { grid: { width: 40, height: 25 }, viewpoint: VIEWPOINT, inSensorFrame: true },
    }),
  ],
  'with texts, in times of the week': [
    '576d13afaa4d93a2',
    () => ({
      batches: [fullBatch(10)],
      header: { wkt: 'LOCAL_CS["<here> & there"]', comment: 'a\u0001b', weekTime: true },
    }),
  ],
};

/** Attributes that are younger than the sums. */
const LATER: readonly OptionalKey[] = ['distance', 'radialVelocity', 'velocity', 'moving'];
const RECORDED_KEYS = OPTIONAL_KEYS.filter((key) => !LATER.includes(key) && !key.startsWith('m3c2'));

async function sumOf({ batches, fields, header }: Cloud): Promise<string> {
  const files = createWebFiles();
  const sink = await createPointSink(
    { path: 'a.e57', format: 'e57', fields },
    { ...cloudHeader(), optional: RECORDED_KEYS, ...header },
    { files },
  );
  for (const batch of batches) await sink.write(batch);
  const { losses } = await sink.finish();
  return createHash('sha256')
    .update(await files.read('a.e57'))
    .update(JSON.stringify(losses ?? []))
    .digest('hex')
    .slice(0, 16);
}

describe('a file of E57', () => {
  it.each(Object.entries(CLOUDS))('%s has the bytes that it always had', async (_, [sum, cloud]) => {
    expect(await sumOf(cloud())).toBe(sum);
  });
});
