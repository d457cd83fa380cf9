import { AbortedError } from '../base/errors.js';
import type { OnProgress } from '../base/log.js';
import { finish } from '../base/steps.js';
import { buildMesh } from '../bvh/build-mesh.js';
import { type PreparedScene, prepareForDevice } from '../pack/prepared-scene.js';
import type { Scene } from '../scene/scene.js';

/** Prepared scenes, kept as long as the scene itself, since a page scans the same scene again and again. */
const prepared = new WeakMap<Scene, PreparedScene>();

/** Builds the trees of a scene in this thread and packs it for the device, once per scene. Throws AbortedError. */
export function prepareScene(scene: Scene, options: { signal?: AbortSignal; onProgress?: OnProgress }): PreparedScene {
  const known = prepared.get(scene);
  if (known) return known;
  const total = scene.meshes.reduce((sum, { indices }) => sum + indices.length / 3, 0);
  let done = 0;
  const bvhs = scene.meshes.map((mesh) => {
    if (options.signal?.aborted) throw new AbortedError();
    const bvh = buildMesh(mesh);
    done += mesh.indices.length / 3;
    options.onProgress?.({ task: 'build', done, total, unit: 'triangles' });
    return bvh;
  });
  const device = finish(prepareForDevice(scene, bvhs));
  prepared.set(scene, device);
  return device;
}
