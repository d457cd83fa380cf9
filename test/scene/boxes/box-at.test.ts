import { describe, expect, it } from 'vitest';
import { rotate } from '../../../src/base/quaternion.js';
import { add, type Vec3 } from '../../../src/base/vec3.js';
import { boxAt, type MomentBox, uprightBox } from '../../../src/scene/boxes/box-at.js';
import { objectBoxes } from '../../../src/scene/boxes/object-boxes.js';
import { type TimedObject, timedObjects } from '../../../src/scene/boxes/timed-object.js';
import { sceneAt } from '../../../src/scene/motion/scene-at.js';
import type { Scene } from '../../../src/scene/scene.js';
import { movingScene } from '../../survey/scene/motion/moving-scene.js';

const objectIn = (scene: Scene, name: string): TimedObject => {
  const number = scene.names.instances.indexOf(name);
  const object = timedObjects(scene, [number]).get(number);
  if (!object) throw new Error(`${name} has no box`);
  return object;
};

const close = (vector: readonly number[], digits = 9) => vector.map((value) => expect.closeTo(value, digits));

/** The rate at which the centre of a box moves, by its places before and after a moment. */
function differences(object: TimedObject, time: number, step = 1e-4): Vec3 {
  const [before, after] = [boxAt(object, time - step), boxAt(object, time + step)];
  return after.centre.map((value, axis) => (value - before.centre[axis]) / (2 * step)) as unknown as Vec3;
}

/** The corners of a box in the world. */
const cornersOf = ({ centre, size, orientation }: MomentBox): Vec3[] =>
  Array.from({ length: 8 }, (_, k) => {
    const own = size.map((side, axis) => ((k >> axis) & 1 ? side / 2 : -side / 2)) as unknown as Vec3;
    return add(centre, rotate(orientation, own));
  });

describe('the box of an object at a moment', () => {
  it('is that of its place, with the velocity of its centre', async () => {
    const scene = await movingScene('{ name: car, file: car.obj, motion: { velocity: [0, 15, 0] } }');
    const box = boxAt(objectIn(scene, 'car'), 2);
    expect(box).toMatchObject({ hasFront: false, isThere: true, canMove: true });
    expect(box.centre).toEqual(close([0, 30, 0.75]));
    // Its length is along y, where it drives.
    expect(box.size).toEqual(close([4.5, 2, 1.5]));
    expect(box.heading).toBeCloseTo(Math.PI / 2, 9);
    expect(box.velocity).toEqual(close([0, 15, 0]));
    expect(box.angularVelocity).toEqual(close([0, 0, 0]));
  });

  it('turns with its body: golden row 11 of a turn, and v + ω × arm at its centre', async () => {
    const motion = '{ velocity: [0, 10, 0], turnRate: 11.459155902616466, reference: rear-axle }';
    const scene = await movingScene(`{ name: car, file: car.obj, motion: ${motion} }`);
    const object = objectIn(scene, 'car');
    const box = boxAt(object, 2);
    expect(90 - (box.heading * 180) / Math.PI).toBeCloseTo(22.918312, 5);
    expect(box.angularVelocity).toEqual(close([0, 0, -0.2], 6));
    // Its centre lies 1.35 m before the axle, which goes where the car looks: ω × arm is 0.27 m/s to the right.
    const along = (angle: number) => box.velocity[0] * Math.cos(angle) + box.velocity[1] * Math.sin(angle);
    expect([along(box.heading), along(box.heading - Math.PI / 2)]).toEqual(close([10, 0.27], 4));
    for (const [axis, rate] of differences(object, 2).entries()) expect(box.velocity[axis]).toBeCloseTo(rate, 1);
  });

  it('keeps its size, and is the box of the scene at that moment where it is upright', async () => {
    const scene = await movingScene(
      '{ name: car, file: car.obj, front: +y, motion: { path: [[0, 20, 0], [40, 20, 0], [60, 40, 0]], smooth: {}, speed: 10 } }',
    );
    const number = scene.names.instances.indexOf('car');
    const object = objectIn(scene, 'car');
    for (const time of [0, 1.3, 3.1, 4.9, 9]) {
      const { centre, size, heading, hasFront } = boxAt(object, time);
      const there = objectBoxes(sceneAt(scene, time), [number]).get(number);
      expect(centre).toEqual(close(there?.centre ?? [], 5));
      expect(size).toEqual(close([4.5, 2, 1.5], 5));
      expect(Math.cos(heading - (there?.heading ?? 9))).toBeCloseTo(1, 9);
      expect(hasFront).toBe(true);
    }
  });

  it('is tilted with its body, in an upright one that touches its corners', async () => {
    const scene = await movingScene(
      '{ name: car, file: car.obj, front: +y, motion: { keys: [ { time: 0, position: [5, 0, 2], pitch: 10 }, { time: 4, position: [5, 8, 2], pitch: 20, roll: 15, heading: 40 } ] } }',
    );
    const box = boxAt(objectIn(scene, 'car'), 3);
    expect(box.size).toEqual(close([4.5, 2, 1.5], 6));
    const upright = uprightBox(box);
    expect(upright.heading).toBe(box.heading);
    const [c, s] = [Math.cos(upright.heading), Math.sin(upright.heading)];
    const own = cornersOf(box).map(([x, y, z]) => {
      const [a, b] = [x - upright.centre[0], y - upright.centre[1]];
      return [a * c + b * s, b * c - a * s, z - upright.centre[2]];
    });
    for (let axis = 0; axis < 3; axis++) {
      const along = own.map((corner) => corner[axis]);
      expect(Math.max(...along)).toBeCloseTo(upright.size[axis] / 2, 9);
      expect(Math.min(...along)).toBeCloseTo(-upright.size[axis] / 2, 9);
    }
    expect(upright.size[2]).toBeGreaterThan(2);
  });

  it('is not there while its body is hidden', async () => {
    const scene = await movingScene(
      '{ name: car, file: car.obj, motion: { path: [[0, 0, 0], [0, 20, 0]], speed: 10, start: 3, before: hidden } }',
    );
    const object = objectIn(scene, 'car');
    expect([2.9, 3.1].map((time) => boxAt(object, time).isThere)).toEqual([false, true]);
    expect([2.9, 3.1].map((time) => boxAt(object, time).velocity[1])).toEqual([0, expect.closeTo(10, 6)]);
  });

  it('holds all pieces of one that moves in several ways, along the axes of the largest and with its motion', async () => {
    const scene = await movingScene(
      [
        '{ name: truck, instance: 7, file: car.obj, transform: { scale: 2 }, motion: { velocity: [0, 10, 0] } }',
        '{ name: load, instance: 7, file: car.obj, transform: { translate: [0, 0, 4] }, motion: { velocity: [1, 10, 0] } }',
      ].join(', '),
    );
    const object = timedObjects(scene, [7]).get(7) as TimedObject;
    expect(object.others).toHaveLength(1);
    const [first, later] = [boxAt(object, 0), boxAt(object, 3)];
    expect(first.size).toEqual(close([9, 4, 5.5], 5));
    // 3 m to the right: from −2 to 4.
    expect(later.size).toEqual(close([9, 6, 5.5], 5));
    expect(later.centre).toEqual(close([1, 30, 2.75], 5));
    expect(later.velocity).toEqual(close([0, 10, 0]));
  });

  it('of one that stands is as it always is', async () => {
    const scene = await movingScene('{ name: car, file: car.obj, transform: { rotate: [0, 0, 30] } }');
    const number = scene.names.instances.indexOf('car');
    const [box] = objectBoxes(scene, [number]).values();
    for (const time of [0, 5]) expect(boxAt(objectIn(scene, 'car'), time)).toMatchObject({ ...box, canMove: false });
  });
});
