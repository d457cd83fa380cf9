import { describe, expect, it } from 'vitest';
import { finish } from '../../../src/base/steps.js';
import { partBounds } from '../../../src/planning/whereabouts/part-bounds.js';
import { objectBoxes } from '../../../src/scene/boxes/object-boxes.js';
import { groundHeights } from '../../../src/scene/ground-heights.js';
import { sceneAt, sceneSeenAt } from '../../../src/scene/motion/scene-at.js';
import { movingScene } from '../../survey/scene/motion/moving-scene.js';

const EASTWARDS = '{ name: car, file: car.obj, front: +y, motion: { path: [[0, 20, 0], [40, 20, 0]], speed: 10 } }';

describe('sceneAt', () => {
  it('puts movers where they are, with their fronts', async () => {
    const scene = await movingScene(EASTWARDS);
    const car = scene.names.instances.indexOf('car');
    const box = (time: number) => objectBoxes(sceneAt(scene, time), [car]).get(car);
    expect(box(0)?.centre.map((value) => Math.round(value * 1e3) / 1e3)).toEqual([0, 20, 0.75]);
    expect(box(2)?.centre.map((value) => Math.round(value * 1e3) / 1e3)).toEqual([20, 20, 0.75]);
    expect(box(2)?.heading).toBeCloseTo(0, 9);
    expect(box(2)?.hasFront).toBe(true);
    expect(box(2)?.size[0]).toBeCloseTo(4.5, 5);
    expect(objectBoxes(scene, [car]).get(car)).toEqual(box(0));
  });

  it('has a part or its mirror image, whichever is there', async () => {
    // A car about (0, 20), mirrored in the plane y = 0 by each update.
    const updates = 'updates: [{ moves: [{ mirror: [0, 1, 0] }] }], next: 0, times: [{ from: 1, every: 1 }]';
    const scene = await movingScene(
      `{ name: car, file: car.obj, instance: 7, transform: { translate: [0, 20, 0] }, motion: { ${updates} } }`,
    );
    const centreAt = (time: number) => objectBoxes(sceneAt(scene, time), [7]).get(7)?.centre[1];
    expect([0, 1.5, 2.5].map((time) => Math.round(centreAt(time)!))).toEqual([20, -20, 20]);
    expect(scene.instances.length).toBe(3);
    expect(sceneAt(scene, 1.5).instances.length).toBe(2);
    expect(scene.names.instances[7]).toBe('car');
  });

  it('is the scene itself where nothing moves', async () => {
    const scene = await movingScene('{ file: car.obj }');
    expect(sceneAt(scene, 3)).toBe(scene);
  });

  it('leaves out what is not there, if it is asked for what is seen', async () => {
    const scene = await movingScene('{ file: car.obj, motion: { velocity: [0, 1, 0], start: 2, before: hidden } }');
    expect(sceneAt(scene, 1).instances).toHaveLength(2);
    expect(sceneSeenAt(scene, 1).instances).toHaveLength(1);
    expect(sceneSeenAt(scene, 3)).toEqual(sceneAt(scene, 3));
    expect(partBounds(scene, ['car'])).toEqual([{ name: 'car', bounds: undefined }]);
  });

  it('leaves movers out of the ground', async () => {
    const road = '{ name: road, file: car.obj, motion: { velocity: [0, 1, 0] } } ], labels: [ { match: "*", class: 2 }';
    const scene = await movingScene(road);
    const area = { min: [-5, -5], max: [5, 5] } as const;
    const heights = finish(groundHeights(scene, area, { file: 'survey.yaml' }));
    expect(heights.heightAt(0, 0)).toBe(0);
  });
});
