import { type Affine, compose, invert, translation } from '../base/affine.js';
import { invariant } from '../base/errors.js';
import { ROUNDS_A_STEP, type Steps } from '../base/steps.js';
import { scale, type Vec3 } from '../base/vec3.js';
import { hullBoxes } from '../bvh/hull-boxes.js';
import { hullSize, instanceBoxes } from '../bvh/instance-boxes.js';
import type { MeshTriangles } from '../bvh/mesh-triangles.js';
import { moverDepth } from '../bvh/mover-tree.js';
import type { DeviceScene } from '../device/device-scene.js';
import { DEFORMS, HAS_MASKS, IN_PLACE, Instance, MOVES, Surface } from '../device/records.generated.js';
import type { WideBvh, WideNodes } from '../device/wide-bvh.js';
import { isDeforming } from '../scene/motion/shape-at.js';
import type { Scene } from '../scene/scene.js';
import { motionRecords } from './motion-records.js';
import type { DeviceImages } from './pack-images.js';
import { packMedia } from './pack-media.js';

/** The boxes of a scene's instances that stand, in device coordinates. `bvhs[i]` is the tree of `scene.meshes[i]`. */
export function boxesOfInstances(scene: Scene, bvhs: readonly WideBvh[]): Steps<MeshTriangles> {
  const count = standingCount(scene);
  const hulls = bvhs.map((bvh) => hullBoxes(bvh, hullSize(count)));
  return instanceBoxes(count, (instance) => ({
    hull: hulls[scene.instances[instance].mesh],
    toFrame: frameOfInstance(scene, instance),
  }));
}

/**
 * Packs a scene for the device. `bvhs[i]` is the tree of `scene.meshes[i]`, over positions relative to the mesh's
 * origin; `top` the tree of the boxes of the instances.
 */
export function* packScene(
  scene: Scene,
  bvhs: readonly WideBvh[],
  images: DeviceImages,
  top: WideNodes,
): Steps<DeviceScene> {
  const roots = prefixSums(bvhs.map((bvh) => bvh.nodeCount));
  const standing = standingCount(scene);
  const moverCount = scene.instances.length - standing;
  const topDepth = Math.max(top.depth, moverDepth(moverCount));
  return {
    meshes: bvhs,
    top,
    nodeCount: roots.total + top.nodeCount,
    blockCount: bvhs.reduce((sum, bvh) => sum + bvh.blockCount, 0),
    topNode: roots.total,
    instanceCount: standing,
    moverCount,
    hasMasks: images.materials.some(({ mask }) => mask > 0),
    stackEntries: 3 * (topDepth + Math.max(...bvhs.map((bvh) => bvh.depth))) + 2,
    buffers: {
      instances: yield* packInstances(scene, roots.starts, images, bvhs),
      surfaces: yield* packSurfaces(scene, images),
      images: images.words,
      normals: packNormals(scene),
      ...packMedia(scene),
    },
  };
}

/** Number of the instances that stand; those behind them move. */
function standingCount({ instances }: Pick<Scene, 'instances'>): number {
  const first = instances.findIndex(({ motion }) => motion !== undefined);
  const standing = first < 0 ? instances.length : first;
  const isMixed = instances.some(({ motion }, i) => i >= standing && motion === undefined);
  invariant(!isMixed, 'movers are the last instances of a scene');
  return standing;
}

/**
 * Transform of an instance from mesh positions (minus the mesh's origin) to device coordinates, of a mover to
 * its body. Computed where it is needed: there may be millions.
 */
function frameOfInstance({ instances, meshes, frameOrigin }: Scene, instance: number): Affine {
  const { mesh, transform, motion } = instances[instance];
  return toDeviceFrame(transform, meshes[mesh].origin, motion === undefined ? frameOrigin : [0, 0, 0]);
}

function toDeviceFrame(transform: Affine, meshOrigin: Vec3, frameOrigin: Vec3): Affine {
  return compose(translation(scale(frameOrigin, -1)), compose(transform, translation(meshOrigin)));
}

function prefixSums(counts: number[]): { starts: number[]; total: number } {
  let total = 0;
  const starts = counts.map((count) => {
    total += count;
    return total - count;
  });
  return { starts, total };
}

/** Largest shift (metres) that counts as none: far below f32 resolution at any relevant distance. */
const SAME_PLACE = 1e-9;

function isInPlace(toFrame: Affine): boolean {
  return [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].every((k) => {
    const same = k % 5 === 0 ? 1 : 0;
    return Math.abs(toFrame[k] - same) < SAME_PLACE;
  });
}

function* packInstances(
  scene: Scene,
  roots: number[],
  images: DeviceImages,
  bvhs: readonly WideBvh[],
): Steps<ArrayBuffer> {
  const count = scene.instances.length;
  const motions = new Uint8Array(motionRecords(scene, bvhs, standingCount(scene)));
  const view = new DataView(new ArrayBuffer(count * Instance.SIZE + motions.byteLength));
  new Uint8Array(view.buffer, count * Instance.SIZE).set(motions);
  for (let i = 0; i < count; i++) {
    if (i % ROUNDS_A_STEP === 0) yield;
    const toFrame = frameOfInstance(scene, i);
    const at = i * Instance.SIZE;
    const toMesh = invert(toFrame);
    for (let k = 0; k < 12; k++) view.setFloat32(at + Instance.toMesh0 + 4 * k, toMesh[k], true);
    const { mesh, surfaceBase, motion } = scene.instances[i];
    const moves = isDeforming(scene, scene.instances[i]) ? MOVES | DEFORMS : MOVES;
    const kind = motion !== undefined ? moves : isInPlace(toFrame) ? IN_PLACE : 0;
    const flags = kind | (isMasked(scene, i, images) ? HAS_MASKS : 0);
    view.setUint32(at + Instance.rootNode, roots[mesh], true);
    view.setUint32(at + Instance.surfaceBase, surfaceBase, true);
    view.setUint32(at + Instance.flags, flags, true);
    view.setUint32(at + Instance.uvMaps, images.uvMaps[mesh], true);
  }
  return view.buffer;
}

function isMasked({ meshes, instances, surfaces }: Scene, instance: number, { materials }: DeviceImages): boolean {
  const { mesh, surfaceBase } = instances[instance];
  return meshes[mesh].groups.some((_, g) => materials[surfaces[surfaceBase + g].material].mask > 0);
}

function* packSurfaces(scene: Scene, { materials }: DeviceImages): Steps<ArrayBuffer> {
  const words = new Uint32Array((scene.surfaces.length * Surface.SIZE) / 4);
  for (const [s, { material, choices }] of scene.surfaces.entries()) {
    if (s % ROUNDS_A_STEP === 0) yield;
    const at = (s * Surface.SIZE) / 4;
    words[at + Surface.material / 4] = material;
    words[at + Surface.mask / 4] = materials[material].mask;
    words[at + Surface.choice / 4] = choices === undefined ? 0 : materials[material].choice;
    words[at + Surface.choices / 4] = choices ?? 0;
    words[at + Surface.reflectance / 4] = materials[material].reflectance;
    words[at + Surface.color / 4] = materials[material].color;
  }
  return words.buffer;
}

/**
 * The normals of meshes that have their own, behind the place of the first one for each instance; empty if none has.
 */
function packNormals({ meshes, instances }: Pick<Scene, 'meshes' | 'instances'>): ArrayBuffer {
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
