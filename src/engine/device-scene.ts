import type { Affine } from '../base/affine.js';
import { compose, invert, translation } from '../base/affine.js';
import type { Vec3 } from '../base/vec3.js';
import { scale } from '../base/vec3.js';
import { shiftTree } from '../bvh/shift-tree.js';
import { buildTopLevel } from '../bvh/top-level.js';
import type { WideBvh } from '../bvh/wide-bvh.js';
import type { WideNodes } from '../bvh/widen.js';
import type { Scene } from '../scene/scene.js';
import { Instance, Material, Surface, TriangleBlock } from './records.generated.js';

/** A scene in the device's records, ready to be copied; trees of meshes are copied with their numbers shifted. */
export interface DeviceScene {
  meshes: readonly WideBvh[];
  top: WideNodes;
  nodeCount: number;
  blockCount: number;
  topNode: number;
  instanceCount: number;
  instances: ArrayBuffer;
  surfaces: ArrayBuffer;
  materials: ArrayBuffer;
  /** Stack entries that a traversal may need: both levels. */
  stackEntries: number;
}

/** The mesh's frame is the device frame: no transform when entering. */
const FLAG_IN_PLACE = 1;

/** `bvhs[i]` is the tree of `scene.meshes[i]`, over positions relative to the mesh's origin. */
export function createDeviceScene(scene: Scene, bvhs: readonly WideBvh[]): DeviceScene {
  const placed = scene.instances.map(({ mesh, transform }) => ({
    bounds: bvhs[mesh].bounds,
    toFrame: toDeviceFrame(transform, scene.meshes[mesh].origin, scene.frameOrigin),
  }));
  const top = buildTopLevel(placed);
  const roots = prefixSums(bvhs.map((bvh) => bvh.nodeCount));
  return {
    meshes: bvhs,
    top,
    nodeCount: roots.total + top.nodeCount,
    blockCount: bvhs.reduce((sum, bvh) => sum + bvh.blockCount, 0),
    topNode: roots.total,
    instanceCount: placed.length,
    instances: packInstances(scene, placed, roots.starts),
    surfaces: packSurfaces(scene),
    materials: packMaterials(scene),
    stackEntries: 3 * (top.depth + Math.max(...bvhs.map((bvh) => bvh.depth))) + 2,
  };
}

/** Mesh positions (less the mesh's origin) to device coordinates. */
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

/** Largest shift (metres) that still counts as none: far below f32 resolution at any distance that matters. */
const SAME_PLACE = 1e-9;

function isInPlace(toFrame: Affine): boolean {
  return [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].every((k) => {
    const same = k % 5 === 0 ? 1 : 0;
    return Math.abs(toFrame[k] - same) < SAME_PLACE;
  });
}

function packInstances(scene: Scene, placed: readonly { toFrame: Affine }[], roots: number[]): ArrayBuffer {
  const view = new DataView(new ArrayBuffer(placed.length * Instance.SIZE));
  placed.forEach(({ toFrame }, i) => {
    const at = i * Instance.SIZE;
    const toMesh = invert(toFrame);
    for (let k = 0; k < 12; k++) view.setFloat32(at + Instance.toMesh0 + 4 * k, toMesh[k], true);
    view.setUint32(at + Instance.rootNode, roots[scene.instances[i].mesh], true);
    view.setUint32(at + Instance.surfaceBase, scene.instances[i].surfaceBase, true);
    view.setUint32(at + Instance.flags, isInPlace(toFrame) ? FLAG_IN_PLACE : 0, true);
  });
  return view.buffer;
}

function packSurfaces(scene: Scene): ArrayBuffer {
  const words = new Uint32Array((scene.surfaces.length * Surface.SIZE) / 4);
  scene.surfaces.forEach((surface, s) => {
    words[(s * Surface.SIZE + Surface.material) / 4] = surface.material;
  });
  return words.buffer;
}

function packMaterials(scene: Scene): ArrayBuffer {
  const floats = new Float32Array((scene.materials.length * Material.SIZE) / 4);
  scene.materials.forEach((material, m) => {
    floats[(m * Material.SIZE + Material.reflectance) / 4] = material.reflectance ?? 0;
  });
  return floats.buffer;
}

/**
 * Copies all trees into `nodes` and `blocks` (room for nodeCount and blockCount records): meshes one after the other, then
 * the tree over instances.
 */
export function copyTrees(scene: DeviceScene, nodes: Uint8Array, blocks: Uint8Array): void {
  let node = 0;
  let block = 0;
  for (const mesh of scene.meshes) {
    shiftTree(mesh.nodes, mesh.nodeCount, nodes, node, block);
    blocks.set(new Uint8Array(mesh.blocks), block * TriangleBlock.SIZE);
    node += mesh.nodeCount;
    block += mesh.blockCount;
  }
  shiftTree(scene.top.nodes, scene.top.nodeCount, nodes, node, 0);
}
