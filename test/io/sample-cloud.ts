import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import {
  createPointBatch,
  OPTIONAL_KEYS,
  type OptionalKey,
  optionalArray,
  type PointBatch,
} from '../../src/cloud/point-batch.js';
import type { CloudHeader } from '../../src/io/records/point-sink.js';
import { testRandom } from '../support/random.js';

/** A folder for the files of one test file, removed after its tests. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'subray-io-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface SampleBox {
  min: [number, number, number];
  max: [number, number, number];
}

export const LOCAL_BOX: SampleBox = { min: [-120, -80, -3], max: [130, 90, 40] };

/** Points with every attribute set to something of its whole range, inside of `box`. */
export function sampleBatch(
  count: number,
  seed: number,
  options: { box?: SampleBox; colour?: boolean } = {},
): PointBatch {
  const { box = LOCAL_BOX, colour = false } = options;
  const random = testRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const batch = createPointBatch(count);
  if (colour) batch.rgb = new Uint16Array(3 * count).map(() => below(65536));
  for (let i = 0; i < count; i++) {
    batch.x[i] = box.min[0] + random() * (box.max[0] - box.min[0]);
    batch.y[i] = box.min[1] + random() * (box.max[1] - box.min[1]);
    batch.z[i] = box.min[2] + random() * (box.max[2] - box.min[2]);
    batch.gpsTime[i] = 3e8 + i * 1e-5;
    batch.intensity[i] = below(65536);
    batch.returnCount[i] = 1 + below(15);
    batch.returnNumber[i] = 1 + below(batch.returnCount[i]);
    batch.classification[i] = below(256);
    batch.channel[i] = below(128);
    batch.scanAngle[i] = (random() * 2 - 1) * Math.PI;
    batch.pointSourceId[i] = 1 + below(65535);
    for (let k = 0; k < 3; k++) batch.normal[3 * i + k] = random() * 2 - 1;
    batch.instance[i] = below(2 ** 32);
    batch.material[i] = below(65536);
    batch.semantic[i] = below(65536);
    batch.range[i] = random() * 10_000;
    batch.incidenceAngle[i] = (random() * Math.PI) / 2;
    batch.energy[i] = random() * 1e-12;
    batch.echoWidth[i] = random() * 1e-8;
    batch.hitSubrays[i] = 1 + below(1000);
  }
  return batch;
}

/** Attributes of one bit. */
const FLAGS: readonly OptionalKey[] = [
  'scanDirection',
  'edgeOfFlightLine',
  'synthetic',
  'keyPoint',
  'withheld',
  'overlap',
];

/** Points with every attribute, those that only some clouds have too. */
export function fullBatch(count: number, seed = 7, box = LOCAL_BOX): PointBatch {
  const batch = sampleBatch(count, seed, { box, colour: true });
  for (const key of OPTIONAL_KEYS.filter((one) => one !== 'rgb')) {
    const array = optionalArray(batch, key);
    const values = FLAGS.includes(key) ? 2 : 250;
    for (let i = 0; i < array.length; i++) array[i] = (i * 7) % values;
  }
  return batch;
}

/** The same, with coordinates, times and ranges that f32 holds: readers of others have no f64. */
export function fullBatchOfF32(count: number): PointBatch {
  const batch = fullBatch(count);
  for (const array of [batch.x, batch.y, batch.z, batch.range])
    array.forEach((value, i) => {
      array[i] = Math.fround(value);
    });
  for (let i = 0; i < count; i++) batch.gpsTime[i] = i / 8;
  return batch;
}

/** Points as a scanner records them: lines over rough ground, every attribute near that of the point before. */
export function scanBatch(count: number, seed: number): PointBatch {
  const random = testRandom(seed);
  const near = (value: number, share: number) => value * (1 + share * (random() - 0.5));
  const batch = createPointBatch(count);
  for (let i = 0; i < count; i++) {
    const [line, place] = [Math.floor(i / 500), i % 500];
    const range = near(60 + place / 20, 0.002);
    batch.x[i] = -100 + place * 0.4 + 0.01 * random();
    batch.y[i] = -70 + line * 0.3 + 0.01 * random();
    batch.z[i] = 5 + Math.sin(place / 40) + 0.05 * random();
    batch.gpsTime[i] = 3e8 + i * 1e-5;
    batch.intensity[i] = near(1500 - place, 0.05);
    batch.returnCount[i] = 1;
    batch.returnNumber[i] = 1;
    batch.classification[i] = place < 300 ? 2 : 5;
    batch.scanAngle[i] = (place - 250) / 500;
    batch.pointSourceId[i] = 1;
    for (let k = 0; k < 3; k++) batch.normal[3 * i + k] = near(k === 2 ? 0.98 : 0.1, 0.02);
    batch.instance[i] = place < 300 ? 1 : 2 + (line % 5);
    batch.material[i] = place < 300 ? 3 : 8;
    batch.semantic[i] = batch.classification[i];
    batch.range[i] = Math.fround(range);
    batch.incidenceAngle[i] = near(0.3, 0.02);
    batch.energy[i] = near(2e-14, 0.1);
    batch.echoWidth[i] = near(5e-9, 0.001);
    batch.hitSubrays[i] = 19;
  }
  return batch;
}

export function cloudHeader(box: SampleBox = LOCAL_BOX, wkt?: string): CloudHeader {
  return { bounds: box, wkt, software: 'subray 0.1.0', created: new Date('2024-12-31T23:59:59Z') };
}

/** Three points with numbers that are easy to find again, two returns of one pulse and one of another. */
export function goldenCloud(): PointBatch {
  const batch = createPointBatch(3);
  batch.x.set([1.0004, -1.0006, 2.5]);
  batch.y.set([0.25, -80, 90]);
  batch.z.set([0, 39.9996, -2.9996]);
  batch.gpsTime.set([300_000_000.25, 300_000_000.25, 300_000_000.5]);
  batch.intensity.set([0, 1000, 65535]);
  batch.returnNumber.set([1, 2, 1]);
  batch.returnCount.set([2, 2, 15]);
  batch.classification.set([2, 64, 255]);
  batch.channel.set([0, 6, 127]);
  batch.scanAngle.set([0, -Math.PI / 2, Math.PI]);
  batch.pointSourceId.set([1, 1, 65535]);
  batch.normal.set([0, 0, 1, -1, 0, 0, 0.6, 0, 0.8]);
  batch.instance.set([0, 7, 4_294_967_295]);
  batch.material.set([0, 3, 65535]);
  batch.semantic.set([0, 4, 65535]);
  batch.range.set([10, 1234.5678, 9999.9999]);
  batch.incidenceAngle.set([0, 0.5, 1.5]);
  batch.energy.set([1e-15, 2e-13, 1e-9]);
  batch.echoWidth.set([4e-9, 5e-9, 6e-9]);
  batch.hitSubrays.set([19, 7, 65535]);
  batch.scanDirection = Uint8Array.of(0, 1, 1);
  batch.edgeOfFlightLine = Uint8Array.of(0, 0, 1);
  batch.rgb = Uint16Array.from([0, 0, 0, 256, 512, 1024, 65535, 65535, 65535]);
  return batch;
}
