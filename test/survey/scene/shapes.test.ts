import { describe, expect, it } from 'vitest';
import { transformPoint } from '../../../src/base/affine.js';
import type { Vec3 } from '../../../src/base/vec3.js';
import { surfaceShader } from '../../../src/planning/whereabouts/surface-shader.js';
import { timedObjects } from '../../../src/scene/boxes/timed-object.js';
import { momentAt } from '../../../src/scene/motion/clip-phases.js';
import { sceneAt } from '../../../src/scene/motion/scene-at.js';
import type { Scene } from '../../../src/scene/scene.js';
import { sceneView } from '../../../src/workbench/scene-view.js';
import { keepingLog } from '../../scene/scene-files.js';
import { WALK_SECONDS, walkerAt, walkerFile } from '../../support/walker-model.js';
import { movingScene } from './motion/moving-scene.js';

const FILES = { 'walker.gltf': walkerFile() };
const walkers = (keys: string, log = keepingLog()) =>
  movingScene(`{ name: w, file: walker.gltf, objects: part, ${keys} }`, { files: FILES, log });

const bentOf = ({ instances, meshes }: Scene) => instances.filter(({ mesh }) => meshes[mesh].shapes);
const phasesOf = (scene: Scene, k: number) => scene.motions?.[bentOf(scene)[k].motion ?? 0].phases;

describe('a part whose clip bends it', () => {
  it('has each of its shapes once, however often and from wherever it is played', async () => {
    const walk = (name: string, more: string) => `{ name: ${name}, file: walker.gltf, objects: part, ${more} }`;
    const scene = await movingScene(
      [
        walk('a', 'animation: { clip: Walk }'),
        walk('b', 'animation: { clip: Walk, offset: 0.7, loop: false }, transform: { translate: [3, 0, 0] }'),
        walk('c', 'animation: { clip: Walk, speed: 2 }, motion: { velocity: [1, 0, 0] }'),
      ].join(', '),
      { files: FILES },
    );
    const bent = bentOf(scene);
    expect(bent).toHaveLength(6);
    expect(new Set(bent.map(({ mesh }) => mesh)).size).toBe(2);
    // The plate and the tube of a part are one body; what moves has one body with its box.
    expect(new Set(bent.map(({ motion }) => motion)).size).toBe(3);
    expect(scene.instances.filter(({ motion }) => motion !== undefined)).toHaveLength(7);
    const moments = [0, 1, 2].map((k) => momentAt(phasesOf(scene, k)!, 0.9, WALK_SECONDS));
    expect(moments).toEqual([expect.closeTo(0.9, 6), expect.closeTo(1.2, 6), expect.closeTo(0.6, 6)]);
  });

  it('plays it later with each placement, and by its way', async () => {
    const late = await walkers(
      'instances: [{ translate: [0, 0, 0] }, { translate: [9, 0, 0] }], animation: {}, motion: { velocity: [0, 1, 0], stagger: 0.5 }',
    );
    const at = (scene: Scene, k: number, time: number) => momentAt(phasesOf(scene, k)!, time, WALK_SECONDS);
    const bent = bentOf(late);
    expect(bent).toHaveLength(4);
    const found = bent.map((_, k) => at(late, k, 0.8)).sort();
    expect(found).toEqual([0.3, 0.3, 0.8, 0.8].map((moment) => expect.closeTo(moment, 6)));
    const way = await walkers(
      'animation: { stride: 2 }, motion: { path: [[0, 0, 0], [0, 6, 0]], speed: 1.5, start: 1 }',
    );
    // A step begins when it sets off, and none is made behind its end.
    expect([0.5, 2, 9].map((time) => at(way, 0, time))).toEqual([
      expect.closeTo(0, 6),
      expect.closeTo((WALK_SECONDS * 1.5) / 2, 6),
      expect.closeTo(0, 6),
    ]);
  });

  it('stands in the shape of a moment for whoever looks at its geometry', async () => {
    const scene = await walkers('animation: {}, transform: { translate: [3, 0, 0] }');
    for (const time of [0.25, 1.5]) {
      const then = sceneAt(scene, time);
      const tube = then.instances[bentTube(scene)];
      const { positions, origin } = then.meshes[tube.mesh];
      const expected = walkerAt('tube', time % WALK_SECONDS);
      let worst = 0;
      for (let v = 0; v < positions.length; v += 3) {
        const own: Vec3 = [positions[v] + origin[0], positions[v + 1] + origin[1], positions[v + 2] + origin[2]];
        const [x, y, z] = transformPoint(tube.transform, own);
        const [ex, ey, ez] = [expected[v] + 3, -expected[v + 2], expected[v + 1]];
        worst = Math.max(worst, Math.hypot(x - ex, y - ey, z - ez));
      }
      // Straight from key to key.
      expect(worst).toBeLessThan(1e-3);
      expect(then.meshes[tube.mesh].shapes).toBeUndefined();
    }
  });

  it('is drawn in the shape of a moment', async () => {
    const scene = await walkers('animation: {}, transform: { translate: [3, 0, 0] }');
    const view = sceneView(scene);
    for (const { mesh } of view.placements) expect(view.meshes[mesh].positions.length).toBeGreaterThan(0);
    const k = bentTube(scene);
    const shadeAt = (time: number) => surfaceShader(scene, 'base', time)(k, 271, [0, 1, 0]);
    expect(new Set([0, 0.3, 0.7].map(shadeAt)).size).toBe(3);
  });

  it('lies within its bounds and its box at all times', async () => {
    const scene = await walkers('animation: {}, transform: { translate: [30, 0, 0] }');
    const widest = Math.max(...Array.from({ length: 73 }, (_, k) => Math.max(...everyThird(walkerAt('tube', k / 60)))));
    expect(scene.bounds.max[0]).toBeGreaterThan(30 + widest - 1e-5);
    const [box] = timedObjects(scene, [scene.names.instances.indexOf('w')]).values();
    expect(box.others).toBeDefined();
    expect(Math.max(...[box, ...(box.others ?? [])].map(({ box: { size } }) => size[0]))).toBeGreaterThan(
      2 * widest - 1e-5,
    );
  });

  it('has as many keys a second as its rate says', async () => {
    const log = keepingLog();
    const scene = await walkers('animation: { rate: 5 }', log);
    expect(scene.meshes[bentOf(scene)[0].mesh].shapes?.keys).toHaveLength(7);
    expect(log.warnings).toEqual([expect.stringContaining('its clip "Walk" bends faster than its keys tell')]);
    await expect(walkers('animation: { rate: 0.5 }')).rejects.toThrow(
      'found 0.5, expected a number >= 1 and <= 1000 (Hz)',
    );
  });
});

const everyThird = (values: number[]): number[] => values.filter((_, k) => k % 3 === 0);
const bentTube = (scene: Scene): number =>
  scene.instances.findIndex(({ mesh }) => scene.meshes[mesh].shapes && scene.meshes[mesh].indices.length > 100);
