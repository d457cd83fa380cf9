import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { boxesOf, CUBOIDS, runYard } from './yard.js';

interface ListedBox {
  name: string;
  class: string;
  points: number;
  occlusion: number | null;
  truncation: number;
  world: { centre: number[]; heading: number; orientation: number[] };
}

/** The boxes of the first frame by their objects. */
async function boxesByName(sections: Record<string, string> = {}) {
  const frames = 'frames: { dataset: semantic-kitti, folder: s }';
  const { folder } = await runYard({ frames, ...sections });
  const { boxes } = boxesOf(join(folder, 's'), 0) as { boxes: ListedBox[] };
  return Object.fromEntries(boxes.map((box) => [box.name.split('/').at(-1) ?? '', box]));
}

describe('the boxes of frames', () => {
  it('are all objects of the scene, where they stand', async () => {
    const boxes = await boxesByName();
    expect(Object.keys(boxes).sort()).toEqual(['car_1', 'car_2', 'car_3', 'person_1']);
    for (const [name, { world }] of Object.entries(boxes)) {
      const { centre, size, turned } = CUBOIDS[name as keyof typeof CUBOIDS];
      expect(world.centre).toEqual([...centre, size[2] / 2].map((value) => expect.closeTo(value, 4)));
      // A side has no front.
      const halfTurns = (world.heading - (turned * Math.PI) / 180) / Math.PI;
      expect(halfTurns).toBeCloseTo(Math.round(halfTurns), 5);
      const [, , qz, qw] = world.orientation;
      expect(2 * Math.atan2(qz, qw)).toBeCloseTo(world.heading, 9);
    }
  });

  it('say what stands before them: nothing before those in sight, a house before one', async () => {
    const { car_1, car_2, car_3, person_1 } = await boxesByName();
    for (const { points, occlusion, truncation } of [car_1, car_2, person_1]) {
      expect(points).toBeGreaterThan(20);
      expect([occlusion, truncation]).toEqual([0, 0]);
    }
    expect([car_3.points, car_3.occlusion, car_3.truncation]).toEqual([0, 1, 0]);
  });

  it('say how much of them is out of reach', async () => {
    const { car_1, car_2, person_1 } = await boxesByName({ detector: 'detector: { rangeNoise: 0, rangeMax: 10.8 }' });
    // Its centre is 10.8 m away.
    expect(car_1.truncation).toBeGreaterThan(0.3);
    expect(car_1.truncation).toBeLessThan(0.7);
    expect(car_2.truncation).toBeGreaterThan(0.7);
    expect(person_1.truncation).toBe(0);
    // A beam that reaches neither is not stopped.
    expect(car_2.occlusion).toBe(0);
  });

  it('have no occlusion where no beam passes', async () => {
    const { person_1 } = await boxesByName({
      legs: 'legs: [ { from: [6, -3, 30], to: [6, -2, 30], speed: 10 } ]',
    });
    expect(person_1).toMatchObject({ points: 0, occlusion: null, truncation: 1 });
  });
});
