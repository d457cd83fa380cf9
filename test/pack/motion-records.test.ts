import { describe, expect, it } from 'vitest';
import { UserError } from '../../src/base/errors.js';
import { Motion, MotionKnot } from '../../src/device/records.generated.js';
import { motionRecords } from '../../src/pack/motion-records.js';
import { evenly, motionThrough, standingAt, velocityFrom } from '../support/movers.js';
import { meshOf } from '../support/scenes.js';

const BOX = { min: [-1, -2, 0], max: [1, 2, 1.5] } as const;
const MESHES = [meshOf([])];
const instance = (motion?: number) => ({ mesh: 0, transform: [], surfaceBase: 0, motion });

describe('records of motions', () => {
  it('follow the instances: a Motion for each mover, then the knots of each motion once', () => {
    const motions = [velocityFrom([1000.1, 0, 0], [3, 0, 0], 5), { ...standingAt([0, 0, 0]), period: 1 }];
    const instances = [instance(), instance(0), instance(1), instance(0)];
    const records = motionRecords(
      { instances, motions, meshes: MESHES, frameOrigin: [1000, 0, 0] },
      [{ bounds: BOX }] as never,
      1,
    );
    const [words, floats] = [new Uint32Array(records), new Float32Array(records)];
    expect(words.length * 4).toBe((3 + 4) * Motion.SIZE);
    const field = (record: number, at: number) => (record * Motion.SIZE + at) / 4;
    expect([0, 1, 2].map((m) => words[field(m, Motion.firstKnot)])).toEqual([7, 9, 7]);
    expect([0, 1, 2].map((m) => words[field(m, Motion.knotCount)])).toEqual([2, 2, 2]);
    expect([0, 1, 2].map((m) => floats[field(m, Motion.perPeriod)])).toEqual([0, 1, 0]);
    expect(floats.subarray(field(0, Motion.low), field(0, Motion.low) + 3)).toEqual(Float32Array.of(-1, -2, 0));
    expect(floats.subarray(field(0, Motion.high), field(0, Motion.high) + 3)).toEqual(Float32Array.of(1, 2, 1.5));
    // Relative to the frame's origin, as the sum of two f32.
    const pair = (at: number) => floats[field(3, MotionKnot.position)] + floats[field(3, at)];
    expect(Math.abs(pair(MotionKnot.positionLow) - (1000.1 - 15 - 1000))).toBeLessThan(1e-12);
    expect(floats[field(3, MotionKnot.perStepHigh)]).toBeCloseTo(0.1, 7);
    // The last knot is kept.
    expect(floats[field(4, MotionKnot.perStepHigh)]).toBe(0);
  });

  it('have an end: more movers or knots than engines number are refused with what to do', () => {
    const motions = [standingAt([0, 0, 0])];
    const many = Array.from({ length: 100_001 }, () => instance(0));
    const pack = (instances: typeof many, all = motions) =>
      motionRecords({ instances, motions: all, meshes: MESHES, frameOrigin: [0, 0, 0] }, [{ bounds: BOX }] as never, 0);
    expect(() => pack(many)).toThrow(UserError);
    expect(() => pack(many)).toThrow('100001 bodies move, at most 100000 may');
    const long = { ...motions[0], times: { length: 2 ** 24 + 1 } as Float64Array };
    expect(() => pack([instance(0)], [long])).toThrow('16777217 poses');
  });

  it('refuse knots between which a body turns by more than the device follows', () => {
    const motions = [motionThrough((t) => ({ place: [0, 0, 0], turn: t }), evenly(0, 1, 2))];
    const pack = () =>
      motionRecords(
        { instances: [instance(0)], motions, meshes: MESHES, frameOrigin: [0, 0, 0] },
        [{ bounds: BOX }] as never,
        0,
      );
    expect(pack).toThrow('more than 30°');
  });
});
