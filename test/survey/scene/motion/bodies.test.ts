import { describe, expect, it } from 'vitest';
import type { LabelledGroup } from '../../../../src/scene/labels/labelled-group.js';
import { headingAt, movingScene, placeAt } from './moving-scene.js';

const DRIVE = 'motion: { velocity: [0, 3, 0] }';

describe('bodies of parts that move', () => {
  it('come last, one mesh each, merged with nothing else', async () => {
    const scene = await movingScene(
      `{ name: a, file: cart.obj, objects: node, ${DRIVE} }, { file: car.obj }, { name: b, file: cart.obj, ${DRIVE} }`,
    );
    expect(scene.instances.map(({ motion }) => motion)).toEqual([undefined, 0, 1]);
    expect(scene.motions).toHaveLength(2);
    const [, a, b] = scene.instances;
    expect(scene.meshes[a.mesh].triangleGroup).toHaveLength(3);
    expect(scene.triangleCount).toBe(2 + 3 + 4 + 3);
    const objects = (from: number, to: number) =>
      scene.surfaces.slice(from, to).map(({ instance }) => scene.names.instances[instance]);
    expect(objects(a.surfaceBase, b.surfaceBase)).toHaveLength(2);
    expect(objects(a.surfaceBase, b.surfaceBase).every((name) => name.startsWith('a'))).toBe(true);
  });

  it('keep apart the objects of parts behind one with a mirror image', async () => {
    const mirrored = '{ updates: [{ moves: [{ mirror: [0, 0, 1] }] }], times: [{ from: 0, every: 1 }] }';
    const groups: LabelledGroup[][] = [];
    await movingScene(
      `{ name: a, file: car.obj, instance: 7, motion: ${mirrored} }, { name: b, file: car.obj, instance: 9 }`,
      { onGroups: (found) => groups.push([...found]) },
    );
    expect(groups[0].map(({ objects }) => Array.from(objects))).toEqual([[expect.any(Number)], [7], [9]]);
  });

  it('lie within the bounds in all of the run', async () => {
    const scene = await movingScene(`{ file: car.obj, ${DRIVE} }`, { seconds: 100 });
    expect(scene.bounds.min).toEqual([-5, -5, 0]);
    expect(scene.bounds.max[1]).toBeCloseTo(300 + 2.25, 6);
    expect(scene.frameOrigin).toEqual([0, 149, 1]);
  });

  it('leave no trace in bounds where they are not there', async () => {
    const scene = await movingScene(
      '{ file: car.obj, motion: { path: [[0, 0, 0], [0, 40, 0]], speed: 20, start: 20, before: hidden } }',
    );
    expect(scene.bounds.max).toEqual([5, 5, 0]);
  });

  it('follow their placements, one after the other, scaled and turned', async () => {
    const scene = await movingScene(
      '{ file: car.obj, instances: [{ translate: [10, 0, 0] }, { translate: [20, 0, 0], heading: 90, scale: 2 }], motion: { velocity: [0, 3, 0], stagger: 2 } }',
    );
    expect(scene.instances.map(({ motion }) => motion)).toEqual([undefined, 0, 1]);
    expect(placeAt(scene, 4, [0, 0, 0], 0).map(Math.round)).toEqual([10, 12, 0]);
    expect(placeAt(scene, 4, [0, 0, 0], 1).map((value) => Math.round(value) + 0)).toEqual([26, 0, 0]);
    expect(headingAt(scene, 4, 1)).toBeCloseTo(90, 9);
    // A scale concerns the model, not its way.
    expect(placeAt(scene, 0, [0, 4.5, 0], 1).map((value) => Math.round(value * 100) / 100 + 0)).toEqual([24.5, 0, 0]);
    const { positions } = scene.meshes[scene.instances[2].mesh];
    expect(Math.max(...positions)).toBe(4.5);
  });

  it('share the mesh of many placements', async () => {
    const many = Array.from({ length: 40 }, (_, k) => `{ translate: [${9 * k}, 0, 0] }`).join(', ');
    const sphere = Array.from({ length: 2000 }, (_, k) => `v ${k % 7} ${k % 11} ${k}\nv 1 0 ${k}\nv 0 1 ${k}`).join(
      '\n',
    );
    const faces = Array.from({ length: 2000 }, (_, k) => `f ${3 * k + 1} ${3 * k + 2} ${3 * k + 3}`).join('\n');
    const scene = await movingScene(`{ file: big.obj, instances: [${many}], ${DRIVE} }`, {
      files: { 'big.obj': `${sphere}\n${faces}\n` },
    });
    expect(scene.instances).toHaveLength(41);
    expect(scene.meshes).toHaveLength(2);
    expect(new Set(scene.instances.slice(1).map(({ motion }) => motion)).size).toBe(40);
  });

  it('spin about an axis beside their origin', async () => {
    const scene = await movingScene(
      '{ file: car.obj, transform: { translate: [3, 0, 0] }, motion: { spin: { axis: [0, 0, 1], through: [1, 0, 0], rate: 90 } } }',
    );
    const corner = (time: number) => {
      const { mesh } = scene.instances[1];
      const { positions } = scene.meshes[mesh];
      return placeAt(scene, time, [positions[0], positions[1], positions[2]]).map(
        (value) => Math.round(value * 1e4) / 1e4,
      );
    };
    expect(corner(0)).toEqual([2, -2.25, 0]);
    expect(corner(1)).toEqual([3.25, 1, 0]);
  });

  it('leave a scene without motion as it is', async () => {
    const scene = await movingScene('{ file: car.obj }');
    expect(Object.keys(scene)).not.toContain('motions');
    expect(scene.instances.every((instance) => !('motion' in instance))).toBe(true);
  });
});
