import { describe, expect, it } from 'vitest';
import {
  createColumns,
  createPointBatch,
  OPTIONAL_KEYS,
  optionalArray,
  selectPoints,
  slicePoints,
} from '../../src/cloud/point-batch.js';

function batchOfFour() {
  const batch = createPointBatch(4);
  batch.x.set([10, 11, 12, 13]);
  batch.channel.set([0, 1, 2, 3]);
  batch.normal.set([0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 0, -1]);
  optionalArray(batch, 'truePosition').set([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  return batch;
}

it('selects points of every array, in the order of the indices', () => {
  const found = selectPoints(batchOfFour(), Uint32Array.from([3, 1]));
  expect(found.count).toBe(2);
  expect([...found.x]).toEqual([13, 11]);
  expect([...found.channel]).toEqual([3, 1]);
  expect([...found.normal]).toEqual([0, 0, -1, 0, 1, 0]);
  expect([...found.truePosition!]).toEqual([9, 10, 11, 3, 4, 5]);
  expect(found.rgb).toBeUndefined();
});

it.each([
  ['long', 40],
  ['long, but for the last', 41],
  ['short', 3],
])('selects runs of consecutive points that are %s', (_, most) => {
  const batch = createPointBatch(120);
  for (let i = 0; i < 120; i++) {
    batch.x[i] = i + 0.5;
    batch.normal.set([i, -i, 2 * i], 3 * i);
  }
  const indices = [...Array(120).keys()].filter((i) => i % most !== 1).reverse();
  const runs = [...indices.filter((i) => i < 60).reverse(), ...indices.filter((i) => i >= 60).reverse(), 7];
  const found = selectPoints(batch, Uint32Array.from(runs));
  expect([...found.x]).toEqual(runs.map((i) => i + 0.5));
  expect([...found.normal]).toEqual(runs.flatMap((i) => [i, -i, 2 * i].map((value) => Math.fround(value))));
});

it('slices every array', () => {
  const part = slicePoints(batchOfFour(), 1, 3);
  expect(part.count).toBe(2);
  expect([...part.x]).toEqual([11, 12]);
  expect([...part.normal]).toEqual([0, 1, 0, 1, 0, 0]);
  expect([...part.truePosition!]).toEqual([3, 4, 5, 6, 7, 8]);
});

it('gives an empty batch for no points', () => {
  expect(selectPoints(createPointBatch(0), new Uint32Array(0)).count).toBe(0);
  expect(slicePoints(batchOfFour(), 2, 2).normal).toHaveLength(0);
});

describe('createColumns', () => {
  it('makes the named arrays alone, of the types of a batch, all zero', () => {
    const columns = createColumns(2, ['x', 'intensity', 'normal', 'rgb', 'scanner', 'truePosition', 'instance']);
    expect(columns).toEqual({
      count: 2,
      x: new Float64Array(2),
      intensity: new Uint16Array(2),
      normal: new Float32Array(6),
      rgb: new Uint16Array(6),
      scanner: new Uint8Array(2),
      truePosition: new Float64Array(6),
      instance: new Uint32Array(2),
    });
  });

  it('takes their memory from the allocator, as many bytes as they have', () => {
    const pieces: SharedArrayBuffer[] = [];
    const allocate = (bytes: number) => {
      const piece = new SharedArrayBuffer(bytes);
      pieces.push(piece);
      return piece;
    };
    const { x, normal, channel } = createColumns(5, ['x', 'normal', 'channel'], allocate);
    // 5 × 8 bytes, 5 × 3 × 4 and 5 × 1.
    expect(pieces.map(({ byteLength }) => byteLength)).toEqual([40, 60, 5]);
    expect([x.buffer, normal.buffer, channel.buffer]).toEqual(pieces);
    expect(x.buffer).toBe(pieces[0]);
  });
});

describe('optionalArray', () => {
  it('creates a missing array with zeros and keeps one that is there', () => {
    const batch = createPointBatch(2);
    const lengths = OPTIONAL_KEYS.map((key) => [key, optionalArray(batch, key).length]);
    expect(Object.fromEntries(lengths)).toEqual({
      scanDirection: 2,
      edgeOfFlightLine: 2,
      synthetic: 2,
      keyPoint: 2,
      withheld: 2,
      overlap: 2,
      userData: 2,
      rgb: 6,
      scanner: 2,
      heightAboveGround: 2,
      radialVelocity: 2,
      velocity: 6,
      moving: 2,
      pulse: 2,
      truePosition: 6,
      ring: 2,
      azimuth: 2,
      frameTime: 2,
      amplitude: 2,
      waveform: 2,
      returnTime: 2,
      amplitudeDb: 2,
      reflectanceDb: 2,
      deviation: 2,
      distance: 2,
      along: 2,
      across: 2,
      m3c2Distance: 2,
      m3c2Uncertainty: 2,
      m3c2Significant: 2,
      m3c2Count1: 2,
      m3c2Count2: 2,
      m3c2StdDev1: 2,
      m3c2StdDev2: 2,
    });
    const ring = optionalArray(batch, 'ring');
    ring.set([3, 4]);
    expect(optionalArray(batch, 'ring')).toBe(ring);
    expect(batch.ring).toEqual(Uint16Array.of(3, 4));
  });
});
