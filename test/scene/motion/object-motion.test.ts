import { describe, expect, it } from 'vitest';
import { simulate } from '../../../src/node-scans.js';
import { createSurvey } from '../../../src/node-surveys.js';
import { createScene, type SceneObject } from '../../../src/scene/create-scene.js';
import { instanceTransformAt } from '../../../src/scene/motion/instance-transform.js';
import { bodyPoseAt } from '../../../src/scene/motion/motion-pose.js';
import type { ObjectMotion } from '../../../src/scene/motion/object-motion.js';
import { rectangle } from '../../support/scenes.js';

const FLOOR = { name: 'floor', positions: Float32Array.from(rectangle([-30, -30, 0], [60, 0, 0], [0, 60, 0])) };
/** A wall 2 m wide and 2 m high, across y. */
const WALL = { name: 'wall', positions: Float32Array.from(rectangle([-1, 0, 0], [2, 0, 0], [0, 0, 2])) };

const sceneWith = (motion: ObjectMotion, more: Partial<SceneObject> = {}) =>
  createScene([FLOOR, { ...WALL, ...more, motion }]);

describe('the motion of an object in memory', () => {
  it('leads it from pose to pose, after its transform', () => {
    const transform = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0.5];
    const half = Math.SQRT1_2;
    const motion = { times: [1, 3], positions: [0, 5, 0, 8, 5, 0], orientations: [0, 0, 0, 2, 0, 0, half, half] };
    const scene = sceneWith(motion, { transform });
    const at = (time: number) => instanceTransformAt(scene, scene.instances[1], time).map((value) => value + 0);
    [1, 0, 0, 0, 0, 1, 0, 5, 0, 0, 1, 0].forEach((value, k) => void expect(at(0)[k]).toBeCloseTo(value, 12));
    // Half of a quarter of a turn, counterclockwise from above.
    [half, -half, 0, 4, half, half, 0, 5, 0, 0, 1, 0].forEach(
      (value, k) => void expect(at(2)[k]).toBeCloseTo(value, 9),
    );
    // With the bulge of the arcs between knots.
    expect(scene.bounds.max[2]).toBeCloseTo(2.5, 3);
    // Knots a degree each.
    expect(scene.motions?.[0].times).toHaveLength(91);
  });

  it('may jump, repeat itself, and end', () => {
    const [motion] =
      sceneWith({
        times: [0, 1, 2],
        positions: [0, 5, 0, 9, 5, 0, 0, 5, 0],
        steps: true,
        repeats: true,
        visible: [1, 0, 1],
      }).motions ?? [];
    const xs = [0.9, 1.5, 2.5, 3.5].map((time) => bodyPoseAt(motion, time).position[0]);
    expect(xs).toEqual([0, 9, 0, 9]);
    expect([0.5, 1.5, 2.5, 3.5].map((time) => bodyPoseAt(motion, time).isVisible)).toEqual([true, false, true, false]);
  });

  it('makes one body of objects that share it', () => {
    const motion = { times: [0, 1], positions: [0, 5, 0, 1, 5, 0] };
    const scene = createScene([FLOOR, { ...WALL, motion }, { ...WALL, name: 'other', motion }]);
    expect([scene.motions?.length, scene.instances.length]).toEqual([1, 2]);
  });

  it('is seen by a scan', async () => {
    const scene = sceneWith({ times: [0, 1], positions: [0, 5, 0, 0, 10, 0] });
    const legs = [{ position: [0, 0, 1], duration: 1 }];
    const survey = await createSurvey({ scene, scanner: 'velodyne-vlp-16', legs } as never);
    const seen: [number, number][] = [];
    for await (const { count, instance, gpsTime, y } of simulate(survey, { engine: 'cpu', cache: false }))
      for (let k = 0; k < count; k++) if (scene.names.instances[instance[k]] === 'wall') seen.push([gpsTime[k], y[k]]);
    expect(seen.length).toBeGreaterThan(100);
    const start = survey.legs[0].startTime;
    for (const [time, y] of seen) expect(Math.abs(y - 5 - 5 * (time - start))).toBeLessThan(0.2);
  });

  it.each([
    [{ times: [0], positions: [0, 0, 0] }, 'times must be two or more numbers, each above the last'],
    [{ times: [0, 0], positions: [0, 0, 0, 0, 0, 0] }, 'times must be two or more numbers, each above the last'],
    [{ times: [0, Number.NaN], positions: [0, 0, 0, 0, 0, 0] }, 'times must be two or more numbers'],
    [{ times: [0, 1], positions: [0, 0, 0] }, 'positions must be 3 numbers a time, 6 in all, of 100000000 at most'],
    [{ times: [0, 1], positions: [0, 0, 0, 0, 0, 1e9] }, 'positions must be 3 numbers a time, 6 in all, of 100000000'],
    [
      { times: [0, 1], positions: [0, 0, 0, 1, 0, 0], orientations: [0, 0, 0, 1] },
      'orientations must be 4 numbers a time, 8',
    ],
    [
      { times: [0, 1], positions: [0, 0, 0, 1, 0, 0], orientations: [0, 0, 0, 1, 0, 0, 0, 0] },
      'orientations must be quaternions, but number 1 has the length 0',
    ],
    [{ times: [0, 1], positions: [0, 0, 0, 1, 0, 0], visible: [1] }, 'visible must be as long as motion.times, 2'],
    [{}, 'times must be two or more numbers'],
  ])('is refused if it is %j', (motion, message) => {
    expect(() => sceneWith(motion as never)).toThrow(`object 1 "wall": motion.${message}`);
  });
});
