import { describe, expect, it } from 'vitest';
import { reachOf } from '../../src/campaign/pieces/piece-reach.js';
import { partsBeyond } from '../../src/campaign/pieces/scene-parts.js';
import type { PulseLister } from '../../src/engine/cpu/pulse-lister.js';
import type { Leg } from '../../src/platform/leg.js';
import type { InstrumentScan } from '../../src/simulation/instrument-scan.js';

/** A hundred pulses a second. */
const lister = ((first: number) => ({ times: Float64Array.of(first / 100) })) as unknown as PulseLister;

const channel = (rangeMax?: number) => ({ origin: [0, 0, 0.5], rangeMax });

function reach(path: object, piece: { first: number; end: number }, channels = [channel(), channel()]) {
  const scan = {
    legs: [{ path } as unknown as Leg],
    mount: { position: [0, 3, 4] },
    scanner: { channels, exitRadius: 0, detection: { rangeMax: 100 } },
  } as unknown as InstrumentScan;
  const { min, max } = reachOf(scan, { scanner: 0, leg: 0, ...piece }, lister);
  return { min, max };
}

/** Range, lever arm, origin of the laser, and the margin. */
const BY = 100 + 5 + 0.5 + 50;

describe('the reach of a piece', () => {
  it('is around the part of a line that its pulses leave from', () => {
    const line = { kind: 'straight', from: [0, 0, 9], to: [300, 400, 9], speed: 50 };
    const { min, max } = reach(line, { first: 100, end: 301 });
    expect(min.map((value, k) => value - [30, 40, 9][k])).toEqual([-BY, -BY, -BY]);
    expect(max.map((value, k) => value - [90, 120, 9][k])).toEqual([BY, BY, BY]);
  });

  it('has the poses of a path before, within and after its time', () => {
    const trajectory = {
      times: Float64Array.of(0, 1, 2, 3, 4, 5),
      positions: Float64Array.of(-9, 0, 0, 0, 7, 0, 10, 0, 0, 20, 0, -3, 30, 0, 0, 99, 0, 0),
    };
    const { min, max } = reach({ kind: 'recorded', trajectory }, { first: 150, end: 301 });
    expect([min[0] + BY, max[0] - BY]).toEqual([0, 30].map((value) => expect.closeTo(value, 9)));
    expect([max[1] - BY, min[2] + BY]).toEqual([7, -3].map((value) => expect.closeTo(value, 9)));
  });

  it('is that of the laser that records the farthest', () => {
    const station = { kind: 'station', position: [0, 0, 0] };
    const { max } = reach(station, { first: 0, end: 9 }, [channel(20), channel(300)]);
    expect(max[0]).toBe(300 + 5 + 0.5 + 50);
  });

  it('leaves out parts beyond, but never one without an outline, nor all', () => {
    const outline = { meshes: [], materials: [], instances: [] };
    const box = (x: number) => ({ min: [x, 0, 0] as const, max: [x + 1, 1, 1] as const });
    const parts = [0, 5, 20].map((x) => ({ box: box(x), outline })) as never[];
    const near = { min: [5.5, 0, 0], max: [6, 1, 1] } as never;
    expect(partsBeyond(near, parts)).toEqual([0, 2]);
    expect(partsBeyond(near, [parts[1], { box: box(50) } as never])).toEqual([]);
    expect(partsBeyond({ min: [90, 0, 0], max: [91, 1, 1] } as never, parts)).toEqual([1, 2]);
  });
});
