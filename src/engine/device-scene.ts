import type { Affine } from '../base/affine.js';
import { compose, invert, translation } from '../base/affine.js';
import type { Vec3 } from '../base/vec3.js';
import { scale } from '../base/vec3.js';
import { shiftTree } from '../bvh/shift-tree.js';
import { buildTopLevel } from '../bvh/top-level.js';
import type { WideBvh } from '../bvh/wide-bvh.js';
import type { WideNodes } from '../bvh/widen.js';
import type { Scene } from '../scene/scene.js';
import { type DeviceImages, packImages } from './device-images.js';
import { Instance, Surface, TriangleBlock } from './records.generated.js';

/** What an engine scans. */
export type DeviceScene = DeviceGeometry & DeviceMaterials;

/** The materials of a scene at one wavelength. */
export interface DeviceMaterials {
  /** Material records, and the Cubic records that they name. */
  materials: ArrayBuffer;
  cubics: ArrayBuffer;
}

/** A scene's geometry in the device's records, ready to be copied; trees of meshes are copied with their numbers shifted. */
export interface DeviceGeometry {
  meshes: readonly WideBvh[];
  top: WideNodes;
  nodeCount: number;
  blockCount: number;
  topNode: number;
  instanceCount: number;
  instances: ArrayBuffer;
  surfaces: ArrayBuffer;
  /** Textures and texture coordinates: see records.wgsl. */
  images: ArrayBuffer;
  /** Some surfaces are cut out by masks. */
  hasMasks: boolean;
  /** Stack entries that a traversal may need: both levels. */
  stackEntries: number;
}

/** The mesh's frame is the device frame: no transform when entering. */
const FLAG_IN_PLACE = 1;
/** Some of its surfaces are cut out by masks. */
const FLAG_MASKS = 2;

/** `bvhs[i]` is the tree of `scene.meshes[i]`, over positions relative to the mesh's origin; `images` are the scene's. */
export function createDeviceGeometry(
  scene: Scene,
  bvhs: readonly WideBvh[],
  images: DeviceImages = packImages(scene),
): DeviceGeometry {
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
    instances: packInstances(scene, placed, roots.starts, images),
    surfaces: packSurfaces(scene, images),
    images: images.words,
    hasMasks: images.materials.some(({ mask }) => mask > 0),
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

function packInstances(
  scene: Scene,
  placed: readonly { toFrame: Affine }[],
  roots: number[],
  images: DeviceImages,
): ArrayBuffer {
  const view = new DataView(new ArrayBuffer(placed.length * Instance.SIZE));
  placed.forEach(({ toFrame }, i) => {
    const at = i * Instance.SIZE;
    const toMesh = invert(toFrame);
    for (let k = 0; k < 12; k++) view.setFloat32(at + Instance.toMesh0 + 4 * k, toMesh[k], true);
    const { mesh, surfaceBase } = scene.instances[i];
    const flags = (isInPlace(toFrame) ? FLAG_IN_PLACE : 0) | (isMasked(scene, i, images) ? FLAG_MASKS : 0);
    view.setUint32(at + Instance.rootNode, roots[mesh], true);
    view.setUint32(at + Instance.surfaceBase, surfaceBase, true);
    view.setUint32(at + Instance.flags, flags, true);
    view.setUint32(at + Instance.uvMaps, images.uvMaps[mesh], true);
  });
  return view.buffer;
}

function isMasked({ meshes, instances, surfaces }: Scene, instance: number, { materials }: DeviceImages): boolean {
  const { mesh, surfaceBase } = instances[instance];
  return meshes[mesh].groups.some((_, g) => materials[surfaces[surfaceBase + g].material].mask > 0);
}

function packSurfaces(scene: Scene, { materials }: DeviceImages): ArrayBuffer {
  const words = new Uint32Array((scene.surfaces.length * Surface.SIZE) / 4);
  scene.surfaces.forEach(({ material, choices }, s) => {
    const at = (s * Surface.SIZE) / 4;
    words[at + Surface.material / 4] = material;
    words[at + Surface.mask / 4] = materials[material].mask;
    words[at + Surface.choice / 4] = choices === undefined ? 0 : materials[material].choice;
    words[at + Surface.choices / 4] = choices ?? 0;
  });
  return words.buffer;
}

/**
 * Copies all trees into `nodes` and `blocks` (room for nodeCount and blockCount records): meshes one after the other, then
 * the tree over instances.
 */
export function copyTrees(scene: DeviceGeometry, nodes: Uint8Array, blocks: Uint8Array): void {
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
