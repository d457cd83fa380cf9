import { describe, expect, it } from 'vitest';
import { LazCodec } from '../../../src/io/laz/laz-codec.js';
import { decodeByLazPerf } from './laz-perf.js';
import { PATTERNS, patternRecords } from './patterns.js';

const codec = await LazCodec.create();
const SEED = 20_261;

/** Longer than the models take to differ from equal ones. */
const COUNT = 2500;

const cases = Object.keys(PATTERNS).flatMap((name) =>
  ([6, 7, 8, 9, 10] as const).flatMap((format) => [0, 5].map((extraBytes) => ({ name, format, extraBytes }))),
);

const decoded = (chunk: Uint8Array, count: number, layout: Parameters<LazCodec['encode']>[1]) => {
  const records = codec.decode(chunk, count, layout);
  return typeof records === 'string' ? records : records.slice();
};

/**
 * 0 for the bytes of `records`, or the fault that was found. Comparing them number by number takes ten times as long.
 */
const comparedWith = (records: Uint8Array, found: Uint8Array | string): number | string =>
  typeof found === 'string' ? found : Buffer.compare(found, records);

describe('a chunk', () => {
  it.each(cases)('comes back with $name in format $format with $extraBytes extra bytes', ({ name, ...options }) => {
    const { records, layout } = patternRecords(name, { ...options, count: COUNT, seed: SEED });
    const chunk = codec.encode(records, layout).slice();
    expect(comparedWith(records, decoded(chunk, COUNT, layout))).toBe(0);
  });

  it.each(cases.filter(({ format }) => format <= 8))(
    'of $name in format $format with $extraBytes extra bytes is decoded by laz-perf',
    async ({ name, ...options }) => {
      const { records, layout } = patternRecords(name, { ...options, count: COUNT, seed: SEED + 1 });
      const chunk = codec.encode(records, layout).slice();
      expect(comparedWith(records, await decodeByLazPerf(chunk, COUNT, options.format, layout.recordLength))).toBe(0);
    },
  );

  it('comes back to the last bit with times 0 and −0, of one channel and of several', async () => {
    const { records, layout } = patternRecords('lines of one channel', {
      format: 6,
      extraBytes: 0,
      count: 400,
      seed: 1,
    });
    const view = new DataView(records.buffer, records.byteOffset);
    for (let k = 0; k < 400; k++) {
      view.setUint8(30 * k + 15, (k % 3) << 4);
      view.setFloat64(30 * k + 22, [0, -0, 5 + k, Number.NaN][(k * 7) % 4], true);
    }
    const chunk = codec.encode(records, layout).slice();
    expect(decoded(chunk, 400, layout)).toEqual(records);
    expect(await decodeByLazPerf(chunk, 400, 6, layout.recordLength)).toEqual(records);
  });

  it.each([1, 2, 3, 50])('comes back with %d points', (count) => {
    for (const name of Object.keys(PATTERNS)) {
      const { records, layout } = patternRecords(name, { format: 8, extraBytes: 3, count, seed: SEED });
      expect(decoded(codec.encode(records, layout).slice(), count, layout)).toEqual(records);
    }
  });

  it('takes no byte for a layer that never changes', () => {
    const { records, layout } = patternRecords('equal points', { format: 6, extraBytes: 2, count: 3000, seed: SEED });
    const chunk = codec.encode(records, layout);
    const sizes = new DataView(chunk.buffer, chunk.byteOffset + layout.recordLength + 4);
    const bytes = Array.from({ length: 11 }, (_, layer) => sizes.getUint32(4 * layer, true));
    expect(bytes.slice(2)).toEqual(new Array(9).fill(0));
    expect(Math.min(...bytes.slice(0, 2))).toBeGreaterThanOrEqual(4);
  });

  it('is decoded without the layers that nobody wants', () => {
    const { records, layout } = patternRecords('lines of one channel', {
      format: 6,
      extraBytes: 2,
      count: COUNT,
      seed: SEED,
    });
    const chunk = codec.encode(records, layout).slice();
    const wanted = new Uint8Array(11);
    wanted[1] = 1;
    wanted[10] = 1;
    const some = codec.decode(chunk, COUNT, layout, wanted) as Uint8Array;
    const unwanted = [...records];
    for (let at = 0; at < records.length; at += layout.recordLength)
      for (const byte of [12, 13, 16, 17, 18, 19, 20, 21, ...Array.from({ length: 8 }, (_, k) => 22 + k), 30])
        unwanted[at + byte] = records[byte];
    // Flags beside the channel's.
    for (let at = 0; at < records.length; at += layout.recordLength)
      unwanted[at + 15] = (records[15] & 0xcf) | (records[at + 15] & 0x30);
    expect(some.slice()).toEqual(Uint8Array.from(unwanted));
  });
});

describe('a damaged chunk', () => {
  const { records, layout } = patternRecords('lines of four channels', {
    format: 7,
    extraBytes: 4,
    count: 300,
    seed: SEED,
  });
  const chunk = codec.encode(records, layout).slice();
  const countAt = layout.recordLength;
  const layerAt = (layer: number) => countAt + 4 + 4 * layer;
  const changed = (change: (view: DataView) => void, length = chunk.length) => {
    const copy = chunk.slice(0, length);
    change(new DataView(copy.buffer));
    return codec.decode(copy, 300, layout);
  };

  it.each([
    ['ends within its first record', () => {}, 20, 'it ends within the list of its layers'],
    ['ends within its list', () => {}, countAt + 20, 'it ends within the list of its layers'],
    [
      'has another number of points',
      (view: DataView) => view.setUint32(countAt, 299, true),
      undefined,
      'its own number of points is another',
    ],
    [
      'has a layer beyond its end',
      (view: DataView) => view.setUint32(layerAt(3), 2 ** 31, true),
      undefined,
      'its layers do not fill it',
    ],
    [
      'has bytes to spare',
      (view: DataView) => view.setUint32(layerAt(1), view.getUint32(layerAt(1), true) - 1, true),
      undefined,
      'its layers do not fill it',
    ],
    [
      'has its first layer in the second',
      (view: DataView) => {
        view.setUint32(layerAt(1), view.getUint32(layerAt(0), true) + view.getUint32(layerAt(1), true), true);
        view.setUint32(layerAt(0), 0, true);
      },
      undefined,
      'its first layer is empty',
    ],
  ] as const)('that %s is refused', (_, change, length, fault) => {
    expect(changed(change, length)).toBe(fault);
  });

  it('ends if its layers have the bytes of others, and leaves the codec as it was', () => {
    const layers = 14;
    let refused = 0;
    for (let from = 0; from < layers; from++)
      for (let to = 0; to < layers; to++) {
        const result = changed((view) => {
          const moved = view.getUint32(layerAt(from), true);
          view.setUint32(layerAt(from), 0, true);
          view.setUint32(layerAt(to), moved + (to === from ? 0 : view.getUint32(layerAt(to), true)), true);
        });
        if (typeof result === 'string') refused++;
        else expect(result.length).toBe(records.length);
      }
    expect(refused).toBeGreaterThanOrEqual(layers - 1);
    expect(codec.decode(chunk, 300, layout)).toEqual(records);
  });

  it('ends soon if its times claim without end to go on with another sequence', () => {
    const { records, layout } = patternRecords('lines of one channel', {
      format: 6,
      extraBytes: 0,
      count: 50_000,
      seed: SEED,
    });
    const view = new DataView(records.buffer, records.byteOffset);
    // Far apart, so that their layer is long.
    for (let k = 0; k < 50_000; k++) view.setFloat64(30 * k + 22, (k * 7919) % 50_021, true);
    const chunk = codec.encode(records, layout).slice();
    // Behind the first record, the number of points and the lengths of the nine layers.
    chunk.fill(0xff, 30 + 4 + 4 * 9);
    const began = performance.now();
    expect(decoded(chunk, 50_000, layout)).toBe('a layer has bytes that no encoder writes');
    expect(performance.now() - began).toBeLessThan(5000);
  });

  it(`ends with any bytes, and leaves the codec as it was (seed ${SEED})`, () => {
    let random = SEED;
    const below = (limit: number) => {
      random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((random / 2 ** 32) * limit);
    };
    let refused = 0;
    for (let round = 0; round < 400; round++) {
      const result = changed((view) => {
        const first = round % 2 === 0 ? layerAt(0) + 4 * 14 : 0;
        for (let k = 0; k < 1 + below(8); k++) view.setUint8(first + below(view.byteLength - first), below(256));
      });
      if (typeof result === 'string') refused++;
      else expect(result.length).toBe(records.length);
    }
    expect(refused).toBeGreaterThan(20);
    expect(codec.decode(chunk, 300, layout)).toEqual(records);
  });
});

describe('a table of chunks', () => {
  it.each([
    [
      'equal ones',
      [
        { points: 50_000, bytes: 1000 },
        { points: 50_000, bytes: 1000 },
      ],
    ],
    ['one', [{ points: 1, bytes: 34 }]],
    [
      'any',
      Array.from({ length: 200 }, (_, k) => ({ points: 1 + ((k * 7919) % 65_536), bytes: (k * 104_729) % 2 ** 31 })),
    ],
  ])('of %s comes back', (_, entries) => {
    expect(codec.decodeTable(codec.encodeTable(entries, true), entries.length, true)).toEqual(entries);
    const bytesOnly = entries.map(({ bytes }) => ({ bytes, points: 0 }));
    expect(codec.decodeTable(codec.encodeTable(entries, false), entries.length, false)).toEqual(bytesOnly);
  });

  it('has no bytes without chunks', () => {
    expect(codec.encodeTable([], false)).toEqual(new Uint8Array(0));
  });
});
