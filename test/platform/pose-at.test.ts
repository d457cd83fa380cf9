import { describe, expect, it } from 'vitest';
import { fromAttitude, toAttitude } from '../../src/base/quaternion.js';
import type { Leg } from '../../src/platform/leg.js';
import { createPoseReader, intervalAt, poseAt } from '../../src/platform/pose-at.js';
import { DEGREE, randomNumbers, trajectoryOf } from '../support/trajectories.js';

const attitude = { heading: 0.3, pitch: 0.1, roll: -0.2 };
const recorded = (rows: number[][]): Leg['path'] => ({ kind: 'recorded', trajectory: trajectoryOf(rows) });

describe('the pose on a path', () => {
  it('is always the same for a station', () => {
    const path: Leg['path'] = { kind: 'station', position: [1, 2, 3], attitude };
    expect(poseAt(path, 17).position).toEqual([1, 2, 3]);
    expect(poseAt(path, 17).orientation).toEqual([...fromAttitude(0.3, 0.1, -0.2)]);
  });

  it('moves at the speed of a straight path', () => {
    const path: Leg['path'] = { kind: 'straight', from: [10, 0, 5], to: [10, 30, 45], speed: 5, attitude };
    expect(poseAt(path, 2).position).toEqual([10, 6, 13]);
    expect(poseAt(path, 2).orientation).toEqual([...fromAttitude(0.3, 0.1, -0.2)]);
  });

  it('is linear in position and turns at constant rate along a recording, across ±180° too', () => {
    const path = recorded([
      [0, 0, 0, 0, 170],
      [2, 4, 8, -2, -170],
    ]);
    const { position, orientation } = poseAt(path, 0.5);
    expect(position).toEqual([1, 2, -0.5]);
    expect(toAttitude(orientation).heading / DEGREE).toBeCloseTo(175, 10);
  });

  it('is held before the start of a recording and after its end', () => {
    const path = recorded([
      [0, 1, 0, 0, 10],
      [2, 3, 0, 0, 20],
    ]);
    expect(poseAt(path, -5).position).toEqual([1, 0, 0]);
    expect(poseAt(path, 9).position).toEqual([3, 0, 0]);
    expect(toAttitude(poseAt(path, 9).orientation).heading / DEGREE).toBeCloseTo(20, 10);
  });

  it('is filled into what the caller gives', () => {
    const out = poseAt({ kind: 'station', position: [0, 0, 0], attitude }, 0);
    expect(poseAt({ kind: 'station', position: [1, 2, 3], attitude }, 0, out)).toBe(out);
    expect(out.position).toEqual([1, 2, 3]);
  });

  it('does not change with the next one if it is kept', () => {
    const read = createPoseReader(recorded([[0, 0, 0, 0, 0], [1, 1, 0, 0, 10], [2, 1, 1, 0, 30]])); // biome-ignore format: poses in a row
    const first = read(0.5);
    const kept = structuredClone(first);
    read(1.5);
    expect(first).toEqual(kept);
  });

  it('is the same in any order of times', () => {
    const seed = 99;
    const random = randomNumbers(seed);
    let clock = 0;
    const rows = Array.from({ length: 300 }, () => {
      clock += 0.01 + random();
      return [clock, random() * 9, random() * 9, random(), random() * 360, random() * 80, random() * 80];
    });
    const path = recorded(rows.map(([time, ...rest]) => [time - rows[0][0], ...rest]));
    const read = createPoseReader(path);
    for (let k = 0; k < 500; k++) {
      const time = random() * clock;
      const [found, expected] = [read(time), poseAt(path, time)];
      expect(found, `seed ${seed}`).toEqual(expected);
    }
  });

  it('finds the interval of a time', () => {
    const times = Float64Array.of(0, 1, 2, 4);
    expect([-1, 0, 0.9, 1, 3, 4, 5].map((time) => intervalAt(times, time))).toEqual([0, 0, 0, 1, 2, 2, 2]);
  });
});
