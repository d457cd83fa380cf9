import { describe, expect, it } from 'vitest';
import { type BufferRow, buffersOn, itemBytes } from '../../../src/device/buffers.js';
import { Hit, Point, Pulse, Totals, WORKGROUP } from '../../../src/device/records.generated.js';
import {
  CHUNK_MAX,
  chunkCapacity,
  HEAD_BYTES,
  TIMESTAMP_BYTES,
  TIMESTAMPS_AT,
} from '../../../src/engine/gpu/chunk-capacity.js';

const MIB = 2 ** 20;
const WIDE = { bindingBytes: 2 ** 40, bufferBytes: 2 ** 40, storageBuffers: 8, workgroups: 65_535 };
const ALL = { subrays: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY };

describe('chunkCapacity', () => {
  it('is bounded by whichever buffer is largest', () => {
    const within = (bytes: number) => ({ ...WIDE, bindingBytes: bytes });
    expect(chunkCapacity({ hitCount: 19, maxReturns: 1, samplesMax: 0, features: [] }, within(MIB), ALL)).toBe(
      Math.floor(MIB / (19 * Hit.SIZE)),
    );
    expect(chunkCapacity({ hitCount: 1, maxReturns: 1, samplesMax: 0, features: [] }, within(MIB), ALL)).toBe(
      Math.floor((MIB - HEAD_BYTES) / Point.SIZE),
    );
    expect(chunkCapacity({ hitCount: 1, maxReturns: 15, samplesMax: 0, features: [] }, within(MIB), ALL)).toBe(
      Math.floor((MIB - HEAD_BYTES) / (15 * Point.SIZE)),
    );
  });

  it('never needs more than a binding, a buffer or a pass may have', () => {
    for (const subrayCount of [1, 2, 7, 19, 100, 5000])
      for (const maxReturns of [1, 2, 3, 5, 15])
        for (const bytes of [256, 1000, 65_536, 128 * MIB]) {
          const limits = { ...WIDE, bindingBytes: 2 * bytes, bufferBytes: bytes, workgroups: 1000 };
          const pulses = chunkCapacity({ hitCount: subrayCount, maxReturns, samplesMax: 0, features: [] }, limits, ALL);
          const name = `${subrayCount} subrays, ${maxReturns} returns, ${bytes} bytes`;
          const needs = (count: number) =>
            Math.max(
              count * subrayCount * Hit.SIZE,
              HEAD_BYTES + count * maxReturns * Point.SIZE,
              count * Pulse.SIZE,
            ) <= bytes && count * subrayCount <= 1000 * WORKGROUP;
          expect(pulses === 0 || needs(pulses), name).toBe(true);
          expect(needs(pulses + 1), name).toBe(false);
        }
  });

  it('is bounded by the subrays and the memory that are wanted, but for a single pulse', () => {
    const shape = { hitCount: 19, maxReturns: 5, samplesMax: 0, features: [] };
    expect(chunkCapacity(shape, WIDE, CHUNK_MAX)).toBe(Math.floor(CHUNK_MAX.subrays / 19));
    expect(chunkCapacity(shape, WIDE, { ...ALL, subrays: 38 })).toBe(2);
    expect(chunkCapacity(shape, WIDE, { ...ALL, subrays: 5 })).toBe(1);
    // A pulse: 64 bytes, counts and places of 16, 19 subrays of 16 + 32, five points of 80;
    // outputs lie in four buffers.
    const items: Partial<Record<BufferRow['per'], number>> = { pulse: 1, hit: 19, return: 5 };
    const pulse = buffersOn('gpu')
      .filter(([, { per, when }]) => per in items && when === undefined)
      .reduce((sum, [name, { per, output }]) => {
        return sum + (items[per] ?? 0) * itemBytes('gpu', name) * (output ? 4 : 1);
      }, 0);
    expect(chunkCapacity(shape, WIDE, { ...ALL, bytes: 10 * pulse })).toBe(10);
    expect(chunkCapacity(shape, WIDE, { ...ALL, bytes: 10 * pulse - 1 })).toBe(9);
  });

  it('is none where a pulse does not fit', () => {
    const none = { bindingBytes: 0, bufferBytes: 0, storageBuffers: 0, workgroups: 0 };
    expect(chunkCapacity({ hitCount: 1, maxReturns: 1, samplesMax: 0, features: [] }, none, ALL)).toBe(0);
    expect(
      chunkCapacity(
        { hitCount: 100, maxReturns: 1, samplesMax: 0, features: [] },
        { ...WIDE, bindingBytes: 3199 },
        ALL,
      ),
    ).toBe(0);
    expect(
      chunkCapacity(
        { hitCount: 100, maxReturns: 1, samplesMax: 0, features: [] },
        { ...WIDE, bindingBytes: 3200 },
        ALL,
      ),
    ).toBe(1);
  });
});

describe('the buffer that is read back', () => {
  it('has room for totals and all timestamps before the points, aligned as WebGPU wants it', () => {
    expect(Totals.SIZE).toBeLessThanOrEqual(TIMESTAMPS_AT);
    expect(TIMESTAMPS_AT + TIMESTAMP_BYTES).toBeLessThanOrEqual(HEAD_BYTES);
    expect([TIMESTAMPS_AT % 8, HEAD_BYTES % 8, Point.SIZE % 4]).toEqual([0, 0, 0]);
  });
});
