import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { rotate } from '../../../src/base/quaternion.js';
import { generateModel } from '../../../src/procedural/generate.js';
import { bodyVelocityAt } from '../../../src/scene/motion/body-velocity.js';
import { bodyPoseAt } from '../../../src/scene/motion/motion-pose.js';
import { limbsOfTraffic } from '../../../src/scene/traffic-limbs.js';
import { boxesOf, runYard } from './yard.js';

const WISH = {
  seed: 5,
  triangles: 60_000,
  size: { length: 60, parked: 0.5 },
  details: { moving: { vehicles: 6, walkers: 8 } },
};
const GENERATED =
  '{ kind: street, seed: 5, triangles: 60000, length: 60, parked: 0.5, moving: { vehicles: 6, walkers: 8 } }';

interface ListedBox {
  name: string;
  points: number;
  world: { centre: number[]; heading: number; hasFront: boolean; velocity: number[] };
}

/** Seconds from the start of the run to that of its third frame, and the boxes of that. */
const START = 0.2;
let boxes: ListedBox[];
beforeAll(async () => {
  const run = await runYard({
    scene: `scene: { parts: [ { name: s, generate: ${GENERATED} } ] }`,
    legs: 'legs: [ { position: [0, 0, 2.2], duration: 0.4 } ]',
    frames: 'frames: { dataset: semantic-kitti, folder: f }',
  });
  boxes = boxesOf(join(run.folder, 'f'), 2).boxes;
});

describe('moving traffic in frames', () => {
  it('has boxes where the movers are, with their velocities and fronts', () => {
    const model = generateModel('street', WISH);
    const limbs = limbsOfTraffic(model.traffic ?? expect.fail(), [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0], {
      startTime: 0,
      from: 0,
      to: 1,
    });
    const movers = model.instances.filter(({ body }) => body !== undefined);
    expect(movers).toHaveLength(14);
    let [seen, driving] = [0, 0];
    for (const [k, { name }] of movers.entries()) {
      const { motion } = limbs?.[k] ?? expect.fail();
      const pose = bodyPoseAt(motion, START);
      const box = boxes.find((listed) => listed.name === `s/${name}`);
      expect(box !== undefined, name).toBe(pose.isVisible);
      if (!box) continue;
      seen++;
      const { centre, heading, hasFront, velocity } = box.world;
      expect(hasFront, name).toBe(true);
      expect(Math.hypot(centre[0] - pose.position[0], centre[1] - pose.position[1]), name).toBeLessThan(0.1);
      const [x, y] = rotate(pose.orientation, [1, 0, 0]);
      expect(Math.cos(heading - Math.atan2(y, x)), name).toBeCloseTo(1, 9);
      const { linear } = bodyVelocityAt(motion, START);
      for (const axis of [0, 1, 2]) expect(velocity[axis], name).toBeCloseTo(linear[axis], 1);
      if (Math.hypot(...velocity) > 1 && box.points > 0) driving++;
    }
    expect(seen).toBeGreaterThan(7);
    expect(driving).toBeGreaterThan(3);
  });

  it('leaves what stands without a motion', () => {
    const parked = boxes.filter(({ name, world }) => /car/.test(name) && Math.hypot(...world.velocity) === 0);
    expect(parked.length).toBeGreaterThan(0);
  });
});
