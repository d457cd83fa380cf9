import { AnimationMixer, DoubleSide, type Material, type Mesh, Raycaster, Vector3 } from 'three';
import { type GLTF, GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { expect, it } from 'vitest';
import { loadKernelModule } from '../../src/engine/cpu/node-kernel-module.js';
import { createSceneMemory } from '../../src/engine/cpu/scene-memory.js';
import { SingleRays } from '../../src/engine/cpu/single-rays.js';
import { glb } from '../scene/read/gltf/gltf-files.js';
import { deviceSceneOf } from '../support/scenes.js';
import { walkerDocument, walkerFile } from '../support/walker-model.js';
import { movingScene } from '../survey/scene/motion/moving-scene.js';

/** Keys of the clip, 60 a second: between two of them shapes are straight, and three.js bends them. */
const TIMES = Array.from({ length: 20 }, (_, k) => (3 * k + 7) / 60);
/** Rays each time, from a place before the walker. */
const [ACROSS, UP] = [17, 13];
const START = [0.3, -4, 1.1] as const;

it('a skin and a morphed plate are hit where three.js has them at twenty keys of a clip', async () => {
  const { json, data } = walkerDocument();
  const bytes = glb(json, data).slice().buffer;
  const { scene: theirs, animations } = await new Promise<GLTF>((resolve, reject) =>
    new GLTFLoader().parse(bytes, '', resolve, reject),
  );
  const mixer = new AnimationMixer(theirs);
  mixer.clipAction(animations[0]).play();
  const scene = await movingScene('{ name: w, file: walker.gltf, animation: {} }', {
    files: { 'walker.gltf': walkerFile() },
  });
  const ours = new SingleRays(await loadKernelModule(), await createSceneMemory(await deviceSceneOf(scene)));
  let [worst, hits] = [0, 0];
  for (const time of TIMES) {
    mixer.setTime(time);
    theirs.updateMatrixWorld(true);
    theirs.traverse((node) => {
      const mesh = node as Mesh & { computeBoundingSphere?(): void; computeBoundingBox?(): void };
      mesh.computeBoundingSphere?.();
      mesh.computeBoundingBox?.();
      if (mesh.isMesh) (mesh.material as Material).side = DoubleSide;
    });
    const rays = new Float32Array(6 * ACROSS * UP);
    for (let k = 0; k < ACROSS * UP; k++) {
      const [u, w] = [((k % ACROSS) - ACROSS / 2) / ACROSS, (Math.floor(k / ACROSS) - UP / 2) / UP];
      const way = new Vector3(0.5 * u, 1, 0.5 * w).normalize();
      rays.set([...START.map((value, axis) => value - scene.frameOrigin[axis]), way.x, way.y, way.z], 6 * k);
    }
    const { distance } = ours.trace(
      rays,
      Float64Array.from({ length: ACROSS * UP }, () => time),
    );
    for (let k = 0; k < ACROSS * UP; k++) {
      const [x, y, z] = rays.subarray(6 * k + 3, 6 * k + 6);
      // The file's y is up.
      const caster = new Raycaster(new Vector3(START[0], START[2], -START[1]), new Vector3(x, z, -y));
      const [found] = caster.intersectObject(theirs, true);
      // The floor of the survey is not theirs.
      if (found === undefined) continue;
      hits++;
      worst = Math.max(worst, Math.abs(found.distance - distance[k]));
    }
  }
  expect(hits).toBeGreaterThan(1000);
  expect(worst).toBeLessThan(1e-5);
});
