import type { Scene } from '../scene/scene.js';

/**
 * The normals of meshes that have their own, behind the place of the first one for each instance; empty if none has.
 */
export function packNormals({ meshes, instances }: Pick<Scene, 'meshes' | 'instances'>): ArrayBuffer {
  if (!meshes.some(({ normals }) => normals)) return new ArrayBuffer(0);
  let length = instances.length;
  const starts = meshes.map(({ normals }) => {
    if (normals === undefined) return 0;
    length += normals.length;
    return length - normals.length;
  });
  const words = new Uint32Array(length);
  for (const [i, { mesh }] of instances.entries()) words[i] = starts[mesh];
  for (const [m, { normals }] of meshes.entries()) if (normals) words.set(normals, starts[m]);
  return words.buffer;
}
