import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Affine, compose, rotation, transformPoint, translation } from '../../../src/base/affine.js';
import { UserError } from '../../../src/base/errors.js';
import type { Vec3 } from '../../../src/base/vec3.js';
import { loadScene, loadSurvey } from '../../../src/node-surveys.js';
import { instanceTransformAt } from '../../../src/scene/motion/instance-transform.js';
import { bodyPoseAt } from '../../../src/scene/motion/motion-pose.js';
import type { Scene } from '../../../src/scene/scene.js';
import { keepingLog } from '../../scene/scene-files.js';
import { ARM_SECONDS, type ArmNode, armAt, armCorners, armFile } from '../../support/arm-model.js';
import { outliers } from '../../support/outliers.js';
import { movingScene, movingSurvey } from './motion/moving-scene.js';

const files = { 'arm.gltf': armFile() };
const Y_TO_Z: Affine = [1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0];
const LIMBS: ArmNode[] = ['base', 'boom', 'bucket'];

const armScene = (keys: string, more: { seconds?: number; log?: ReturnType<typeof keepingLog> } = {}) =>
  movingScene(`{ name: arm, file: arm.gltf, ${keys} }`, { files, ...more });

/** The corners of the mover with motion `k` at a time, in the order of its mesh. */
function cornersAt(scene: Scene, k: number, time: number): Vec3[] {
  const instance = scene.instances.find(({ motion }) => motion === k);
  if (instance === undefined) throw new Error(`nothing has motion ${k}`);
  const { positions, origin, indices } = scene.meshes[instance.mesh];
  const map = instanceTransformAt(scene, instance, time);
  return Array.from(indices, (v) =>
    transformPoint(map, [0, 1, 2].map((axis) => positions[3 * v + axis] + origin[axis]) as unknown as Vec3),
  );
}

const cornersOf = (node: ArmNode, map: Affine): Vec3[] => {
  const corners = armCorners(node);
  return Array.from({ length: corners.length / 3 }, (_, k) =>
    transformPoint(map, [corners[3 * k], corners[3 * k + 1], corners[3 * k + 2]]),
  );
};

/** The largest distance of corners from those that should be there. */
const worst = (found: Vec3[], expected: Vec3[]): number => {
  expect(found).toHaveLength(expected.length);
  return Math.max(...found.map((p, k) => Math.hypot(...[0, 1, 2].map((axis) => p[axis] - expected[k][axis]))));
};

/** Moments all over a run, and keys among them. */
const TIMES = [
  0,
  0.7,
  1,
  1.3,
  2,
  2.7,
  ...Array.from({ length: 120 }, (_, k) => (k * 0.6180339887) % 1).map((s) => 8 * s),
];
const looped = (time: number) => time - Math.floor(time / ARM_SECONDS) * ARM_SECONDS;

describe('an arm that a clip moves', () => {
  it('is where f64 says, in the world, at all times', async () => {
    const place = compose(translation([6, 1, 0]), rotation([0, 0, 1], 0.5));
    const keys = `transform: { translate: [6, 1, 0], rotate: [0, 0, ${(0.5 * 180) / Math.PI}] }, animation: { clip: Dig, offset: 0.3, speed: 1.25 }`;
    const log = keepingLog();
    const scene = await armScene(keys, { log });
    expect(log.warnings).toEqual([]);
    expect(scene.motions).toHaveLength(3);
    expect(scene.instances.map(({ motion }) => motion)).toEqual([undefined, 0, 1, 2]);
    const model = compose(place, Y_TO_Z);
    for (const [k, node] of LIMBS.entries())
      for (const time of TIMES) {
        const expected = cornersOf(node, compose(model, armAt(node, looped(0.3 + 1.25 * time))));
        expect(worst(cornersAt(scene, k, time), expected), `${node} at ${time} s`).toBeLessThan(1.1e-4);
      }
  });

  it('repeats itself, exact at its keys', async () => {
    const scene = await armScene('animation: { clip: Dig }');
    const [base] = scene.motions ?? [];
    expect(base.period).toBe(ARM_SECONDS);
    for (const key of [0, 1, 2]) expect(base.times).toContain(key);
    for (const time of [0, 1, 3, 5])
      expect(
        worst(cornersAt(scene, 0, time), cornersOf('base', compose(Y_TO_Z, armAt('base', looped(time))))),
      ).toBeLessThan(1e-6);
    // A degree at most from knot to knot.
    expect(base.times.length).toBeLessThan(2 * 260);
    expect(base.times.length).toBeGreaterThan(2 * 120);
  });

  it('stays where it ends when it is played once, and waits for a negative offset', async () => {
    const scene = await armScene('animation: { clip: Dig, loop: false, offset: -1 }');
    const at = (time: number) =>
      worst(
        cornersAt(scene, 2, time),
        cornersOf('bucket', compose(Y_TO_Z, armAt('bucket', Math.min(2, Math.max(0, time - 1))))),
      );
    for (const time of [0, 0.5, 1, 1.4, 2.9, 3, 8]) expect(at(time), `${time} s`).toBeLessThan(1.1e-4);
  });

  it('adds up with the motion of its part', async () => {
    const scene = await armScene('animation: { clip: Dig }, motion: { velocity: [2, 3, 0], turnRate: 20 }', {
      seconds: 6,
    });
    expect(scene.motions).toHaveLength(4);
    const [trunk] = scene.instances.filter(({ motion }) => motion !== undefined);
    for (const [k, node] of LIMBS.entries())
      for (const time of TIMES.filter((t) => t < 6)) {
        const body = compose(instanceTransformAt(scene, trunk, time), Y_TO_Z);
        const map = compose(body, armAt(node, looped(time)));
        // The trunk's own mesh is in the frame of its part.
        expect(worst(cornersAt(scene, k + 1, time), cornersOf(node, map)), `${node} at ${time} s`).toBeLessThan(2.1e-4);
      }
  });

  it('adds up with the spin of its part, round after round', async () => {
    const scene = await armScene('animation: { clip: Dig }, motion: { spin: { axis: [0, 0, 1], rate: 50 } }', {
      seconds: 20,
    });
    for (const time of [0, 3.3, 7.1, 7.3, 14.5, 19.9]) {
      const turned = rotation([0, 0, 1], (50 * time * Math.PI) / 180);
      const map = compose(turned, compose(Y_TO_Z, armAt('bucket', looped(time))));
      expect(worst(cornersAt(scene, 3, time), cornersOf('bucket', map)), `${time} s`).toBeLessThan(4e-4);
    }
  });

  it('is there when its part is', async () => {
    const { motions = [] } = await armScene(
      'animation: { clip: Dig }, motion: { path: [[0, 0, 0], [0, 6, 0]], speed: 2, start: 2, before: hidden, after: hidden }',
      { seconds: 8 },
    );
    expect(motions).toHaveLength(4);
    for (const motion of motions)
      expect([-1, 0, 1.999, 2, 4.999, 5.001, 7, 9].map((time) => bodyPoseAt(motion, time).isVisible)).toEqual([
        ...[false, false, false, true],
        ...[true, false, false, false],
      ]);
  });

  it('is played by the way of its part with a stride', async () => {
    const scene = await armScene(
      'animation: { clip: Dig, stride: 1.4, offset: 0.5 }, motion: { path: [[0, 0, 0], [0, 7, 0]], speed: 0.7, start: 1 }',
      { seconds: 14 },
    );
    for (const time of [0, 0.9, 1, 1.6, 4.123, 8, 10.9, 11, 13]) {
      const gone = Math.min(7, Math.max(0, 0.7 * (time - 1)));
      const map = compose(translation([0, gone, 0]), compose(Y_TO_Z, armAt('boom', looped(0.5 + (gone / 1.4) * 2))));
      expect(worst(cornersAt(scene, 2, time), cornersOf('boom', map)), `${time} s`).toBeLessThan(1.1e-4);
    }
  });

  it('jumps back where its part does', async () => {
    const scene = await armScene(
      'animation: { clip: Dig }, motion: { path: [[0, 0, 0], [0, 9, 0]], speed: 3, after: loop }',
      { seconds: 10 },
    );
    for (const time of [2.5, 2.9999, 3.0001, 4, 5.9999, 6.0001, 9.5]) {
      const way = 3 * (time - 3 * Math.floor(time / 3));
      const map = compose(translation([0, way, 0]), compose(Y_TO_Z, armAt('bucket', looped(time))));
      expect(worst(cornersAt(scene, 3, time), cornersOf('bucket', map)), `${time} s`).toBeLessThan(1.1e-4);
    }
  });

  it('moves each placement of a part, one object each', async () => {
    const scene = await armScene(
      'instances: [{ translate: [4, 0, 0] }, { translate: [0, 9, 0], heading: 90, scale: 2 }], animation: { clip: Dig }',
    );
    expect(scene.motions).toHaveLength(6);
    const objects = new Set(scene.surfaces.map(({ instance }) => scene.names.instances[instance]));
    expect([...objects]).toEqual(['floor', 'arm#1', 'arm#2']);
    const turned = compose(
      translation([0, 9, 0]),
      compose(rotation([0, 0, 1], -Math.PI / 2), [2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0]),
    );
    for (const time of TIMES)
      expect(
        worst(
          cornersAt(scene, 4, time),
          cornersOf('boom', compose(turned, compose(Y_TO_Z, armAt('boom', looped(time))))),
        ),
      ).toBeLessThan(1.1e-4);
  });

  it('is late in later placements where their motion is', async () => {
    const scene = await armScene(
      'instances: [{ translate: [0, 0, 0] }, { translate: [9, 0, 0] }], animation: { clip: Dig }, motion: { velocity: [0, 1, 0], stagger: 0.6 }',
    );
    const boom = scene.instances.flatMap(({ motion }, i) => (motion === undefined ? [] : [i])).length;
    expect(boom).toBe(8);
    const map = compose(translation([9, 4.4, 0]), compose(Y_TO_Z, armAt('boom', looped(4.4))));
    expect(worst(cornersAt(scene, 6, 5), cornersOf('boom', map))).toBeLessThan(1.1e-4);
  });

  it('is one object with its limbs if it is one thing, and each node one if asked', async () => {
    const whole = await armScene('objects: part, animation: { clip: Dig }');
    expect(new Set(whole.surfaces.map(({ instance }) => whole.names.instances[instance]))).toEqual(
      new Set(['floor', 'arm']),
    );
    const nodes = await armScene('objects: node, animation: { clip: Dig }');
    expect(nodes.surfaces.map(({ instance }) => nodes.names.instances[instance])).toEqual([
      'floor',
      'arm/chassis',
      'arm/base',
      'arm/boom',
      'arm/bucket',
    ]);
  });

  it('lies within the bounds in all of the run', async () => {
    const scene = await armScene('animation: { clip: Dig }');
    const { min, max } = scene.bounds;
    const corners = LIMBS.flatMap((_, k) => TIMES.flatMap((time) => cornersAt(scene, k, time)));
    expect(outliers(corners, (corner) => corner.every((x, k) => x > min[k] - 1e-6 && x < max[k] + 1e-6))).toEqual([]);
  });

  it('takes nothing of a scene in which it is not played', async () => {
    const log = keepingLog();
    const scene = await armScene('objects: part', { log });
    expect(scene.motions).toBeUndefined();
    expect(scene.instances).toHaveLength(1);
    expect(log.warnings).toEqual([
      expect.stringContaining(
        'left out: 2 animations; the model stands still, in the pose of its nodes: animation: {} of its part plays the first',
      ),
    ]);
  });
});

/** Message of the UserError with which a survey, or its scene, with this part ends, folders cut off. */
async function faultOfPart(part: string): Promise<string> {
  const file = await movingSurvey(`{ name: arm, ${part} }`, {
    seconds: 10_000,
    files: { ...files, 'brief.gltf': armFile(2.5e-5), 'still.gltf': armFile().replace('"animations"', '"other"') },
  });
  try {
    const { scene } = await loadSurvey(file);
    await loadScene(scene);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return error.format().replaceAll(`${dirname(file)}/`, '');
  }
  return 'no error';
}

const AT = 'scene.parts[1].animation';
const WALK = 'motion: { velocity: [0, 1, 0] }';

describe('an animation that cannot be', () => {
  it.each([
    [
      'a clip that is not there',
      'file: arm.gltf, animation: { clip: Walk }',
      'the model of arm has no animation "Walk"; it has "Rest", "Dig"',
    ],
    [
      'a number that is not there',
      'file: arm.gltf, animation: { clip: 2 }',
      'the model of arm has no animation number 2; it has "Rest", "Dig"',
    ],
    ['a file without clips', 'file: still.gltf, animation: {}', 'the model of arm has no animations'],
    [
      'another format',
      'file: car.obj, animation: {}',
      `${AT}: found a map, expected no animation: only glTF files have clips that are played`,
    ],
    [
      'a clip that is no name',
      'file: arm.gltf, animation: { clip: [] }',
      `${AT}.clip: found an empty list, expected the name of a clip, or its number in the file, from 0`,
    ],
    ['a number below 0', 'file: arm.gltf, animation: { clip: -1 }', `${AT}.clip: found -1, expected`],
    [
      'a speed of 0',
      'file: arm.gltf, animation: { speed: 0 }',
      `${AT}.speed: found 0, expected a number > 0 and <= 1000`,
    ],
    ['a key of something else', 'file: arm.gltf, animation: { fps: 3 }', `${AT}.fps: unknown key`],
    [
      'a stride of what stands',
      'file: arm.gltf, animation: { stride: 1 }',
      `${AT}.stride: found 1, expected none: the part has no motion, so it makes no way`,
    ],
    [
      'two clocks',
      `file: arm.gltf, animation: { stride: 1, speed: 2 }, ${WALK}`,
      `${AT}.speed: found 2, expected none: with stride`,
    ],
    [
      'unequal scales',
      'file: arm.gltf, transform: { scale: [1, 2, 1] }, animation: { clip: Dig }',
      'arm is stretched unequally, so that nodes that turn in its clip would be bent\n  give its transform one scale for all axes',
    ],
    [
      'a clip without time',
      'file: arm.gltf, animation: { clip: Dig, speed: 1000 } }, { name: fly, file: brief.gltf, animation: { clip: Dig }',
      ' s, expected at least 0.0001 s',
    ],
    [
      'a clip that leads too far',
      'file: arm.gltf, transform: { scale: 1000000 }, animation: { clip: Dig }, instances: [{ translate: [0, 0, 0], scale: 100 }]',
      'the clip of arm takes it more than 100000000 m from the origin after 0 s of it',
    ],
    [
      'updates as well',
      'file: arm.gltf, animation: {}, motion: { updates: [{ moves: [{ translate: [1, 0, 0] }] }], times: [{ from: 0, every: 1 }] }',
      `${AT}: found a map, expected no animation: a part that moves by updates plays no clip`,
    ],
    [
      'a ground for others',
      'file: arm.gltf, animation: {} }, { name: hat, file: car.obj, on: arm',
      'hat stands on arm, which moves',
    ],
    [
      'a ground to ride on',
      `file: arm.gltf, animation: {} }, { name: van, file: car.obj, on: arm, ${WALK}`,
      'van rides on arm, which moves',
    ],
    [
      'more movers than there may be',
      'file: arm.gltf, animation: { clip: Dig }, instances: { scatter: { count: 33334, area: [[0, 0], [9, 9]] } }',
      'found 100002 bodies that move up to arm, expected at most 100000',
    ],
    [
      'more knots than there may be',
      `file: arm.gltf, animation: { clip: Dig, speed: 1000 }, ${WALK}`,
      'the motion takes more than 16777216 knots',
    ],
  ])('%s', async (_, part, message) => {
    const fault = await faultOfPart(part);
    expect(fault).toContain(message);
    expect(fault).toMatch(/^survey\.yaml:1:\d+/);
  });
});
