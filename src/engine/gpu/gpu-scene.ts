import { UserError } from '../../base/errors.js';
import { countNarrow } from '../../bvh/narrow.js';
import { countTriangles } from '../../bvh/triangle-list.js';
import { type BufferParts, placedParts } from '../../device/buffer-parts.js';
import { BUFFERS, type BufferName, type BufferRow, hostBuffers } from '../../device/buffers.js';
import type { DeviceScene } from '../../device/device-scene.js';
import { FEATURES } from '../../device/features.js';
import { Medium, NODE2_FIRST_BITS, Node2, SceneRoot, Triangle } from '../../device/records.generated.js';
import type { SceneSegments, SegmentedBuffer, Segments } from './bindings.js';
import { storageCount } from './bindings.js';
import type { BufferSet } from './compute-pipeline.js';
import { type BufferRequest, createBuffers } from './create-buffers.js';
import type { GpuLimits } from './gpu-adapter.js';
import { BufferUsage } from './gpu-constants.js';
import { OutOfDeviceMemoryError } from './gpu-errors.js';
import { PLAIN_PROGRAM, type ProgramKind, passesFor } from './passes.js';
import { RecordSegments, SceneUpload } from './scene-upload.js';
import { WindowTrees, windowNodesOf } from './window-trees.js';

/** A scene on the GPU: trees of two children a node, triangles one by one. */
export interface GpuScene {
  buffers: BufferSet;
  segments: SceneSegments;
  /** Largest number of entries on a traversal's stack, both levels together. */
  stackEntries: number;
  /** Of a scene in which something moves. */
  windows: WindowTrees | undefined;
}

/** Sizes of a scene's parts on the GPU. */
export interface GpuSceneLayout {
  nodeCount: number;
  triangleCount: number;
  segments: SceneSegments;
  /** Bytes of all its buffers. */
  bytes: number;
}

/** Maximum number of triangles, and nodes, that a child value can address. */
export const TRIANGLES_MAX = 2 ** NODE2_FIRST_BITS;
/** Entries of a stack that are not nodes: the end of a mesh, and the end of the traversal. */
const STACK_MARKS = 2;
/**
 * Maximum number of levels of both kinds of trees together: a larger stack would spill far out of registers; real
 * scenes stay below 64.
 */
export const LEVELS_MAX = 126;

/**
 * The layout of a scene in buffers of at most `bindingBytes`. Throws UserError if the adapter's limits cannot hold it:
 * nodes and triangles may be spread over as many bindings as `traverse` has left.
 */
export function layOutGpuScene(
  scene: DeviceScene,
  limits: GpuLimits,
  kind: ProgramKind = PLAIN_PROGRAM,
): GpuSceneLayout {
  const standing = scene.meshes.reduce((sum, mesh) => sum + countNarrow(mesh), countNarrow(scene.top));
  const nodeCount = standing + windowNodesOf(scene);
  const triangleCount = scene.meshes.reduce((sum, mesh) => sum + countTriangles(mesh.blocks, mesh.blockCount), 0);
  const segments = {
    nodes: segmentsOf(nodeCount, Node2.SIZE, limits),
    triangles: segmentsOf(triangleCount, Triangle.SIZE, limits),
  };
  const tables = hostBuffers('scene').map((name) => ({ name, bytes: scene.buffers[name].byteLength }));
  const bytes = tables.reduce(
    (sum, table) => sum + table.bytes,
    nodeCount * Node2.SIZE + triangleCount * Triangle.SIZE,
  );
  const largest = tables.reduce((a, b) => (b.bytes > a.bytes ? b : a));
  const layout = { nodeCount, triangleCount, segments, bytes };
  checkBuffers(layout, kind, limits);
  checkSizes(layout, largest, limits);
  return layout;
}

/** Number of records of `size` bytes that fit into a segment. */
export function recordsOfSegment(size: number, { bindingBytes, bufferBytes }: GpuLimits): number {
  return Math.floor(Math.min(bindingBytes, bufferBytes) / size);
}

function segmentsOf(records: number, size: number, limits: GpuLimits): Segments {
  const recordsEach = recordsOfSegment(size, limits);
  return { count: Math.max(1, Math.ceil(records / recordsEach)), recordsEach };
}

const HINT = 'use instances for repeated geometry, fewer triangles, or --engine cpu';

/** Throws UserError if a pass of the programs needs more buffers than the GPU allows. */
export function checkBuffers(layout: GpuSceneLayout, kind: ProgramKind, limits: GpuLimits): void {
  const needed = buffersNeeded(kind, layout.segments);
  if (needed > limits.storageBuffers) throw tooManyBuffers(needed, layout, kind, limits);
}

function checkSizes(
  layout: GpuSceneLayout,
  { name, bytes }: { name: BufferName; bytes: number },
  limits: GpuLimits,
): void {
  if (layout.triangleCount > TRIANGLES_MAX)
    throw new UserError(`the scene has ${layout.triangleCount} triangles; the GPU engine numbers ${TRIANGLES_MAX}`, {
      hint: HINT,
    });
  const { called = name }: BufferRow = BUFFERS[name];
  if (bytes > limits.bindingBytes)
    throw new UserError(`the scene's ${called} take ${mib(bytes)}; this GPU binds ${mib(limits.bindingBytes)}`, {
      hint: HINT,
    });
}

/** Maximum number of storage buffers that a pass of a program binds. */
const buffersNeeded = (kind: ProgramKind, segments: SceneSegments): number =>
  Math.max(...passesFor(kind).map((pass) => storageCount(pass, segments)));

function tooManyBuffers(needed: number, layout: GpuSceneLayout, kind: ProgramKind, limits: GpuLimits): UserError {
  const { storageBuffers, bindingBytes } = limits;
  if (kind.features.length > 0 && buffersNeeded({ ...kind, features: [] }, layout.segments) <= storageBuffers) {
    const names = kind.features
      .filter((feature) => feature !== 'exits')
      .map((feature) => FEATURES[feature])
      .join(' and ');
    return new UserError(`${names} take ${needed} buffers of a pass; this GPU allows ${storageBuffers}`, {
      hint: `leave ${names} out, or use --engine cpu`,
    });
  }
  return new UserError(
    `the scene takes ${mib(layout.bytes)} on the GPU, in ${needed} buffers of a pass; this GPU allows ${storageBuffers} of ${mib(bindingBytes)}`,
    { hint: HINT },
  );
}

const mib = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MiB`;

/** Uploads a scene with its layout. Throws UserError if it does not fit the device's memory. */
export async function createGpuScene(device: GPUDevice, scene: DeviceScene, layout: GpuSceneLayout): Promise<GpuScene> {
  const nodes = await createSegments(device, 'nodes', layout.nodeCount, Node2.SIZE, layout);
  const triangles = await createSegments(device, 'triangles', layout.triangleCount, Triangle.SIZE, layout);
  const upload = new SceneUpload(scene, nodes, triangles);
  const { levels, topNode, nodesBefore, instances } = upload.run();
  if (levels > LEVELS_MAX) {
    throw new UserError(`the scene's trees are ${levels} levels deep; the GPU engine follows ${LEVELS_MAX}`, {
      hint: 'use --engine cpu, and report the scene to us',
    });
  }
  const tables = await createTables(device, { ...scene.buffers, instances }, SCENE_USAGE, layout.bytes);
  const root = await createTables(device, { root: rootRecord(scene, topNode) }, ROOT_USAGE, layout.bytes);
  return {
    buffers: { nodes: nodes.buffers, triangles: triangles.buffers, ...tables, ...root },
    segments: layout.segments,
    stackEntries: levels + STACK_MARKS + (scene.moverCount > 0 ? 1 : 0),
    windows: scene.moverCount > 0 ? new WindowTrees(scene, nodes, nodesBefore) : undefined,
  };
}

function rootRecord({ instanceCount, moverCount, buffers }: DeviceScene, topNode: number): ArrayBuffer {
  const words = new Uint32Array(SceneRoot.SIZE / 4);
  words[SceneRoot.topNode / 4] = topNode;
  words[SceneRoot.instanceCount / 4] = instanceCount;
  words[SceneRoot.imageWords / 4] = buffers.images.byteLength / 4;
  words[SceneRoot.moverCount / 4] = moverCount;
  words[SceneRoot.mediumCount / 4] = buffers.media.byteLength / Medium.SIZE;
  return words.buffer;
}

async function createSegments(
  device: GPUDevice,
  name: SegmentedBuffer,
  records: number,
  size: number,
  { segments, bytes }: GpuSceneLayout,
): Promise<RecordSegments> {
  const { count, recordsEach } = segments[name];
  const requests = Array.from({ length: count }, (_, k) => ({
    label: `${name}${k}`,
    bytes: Math.min(recordsEach, records - k * recordsEach) * size,
    usage: SCENE_USAGE,
  }));
  return new RecordSegments(device, await createSceneBuffers(device, requests, bytes), recordsEach * size);
}

const SCENE_USAGE = BufferUsage.storage | BufferUsage.copyTarget;
const ROOT_USAGE = BufferUsage.uniform | BufferUsage.copyTarget;

/** Buffers of a scene that takes `sceneBytes` in total. Throws UserError if memory does not suffice. */
async function createSceneBuffers(
  device: GPUDevice,
  requests: readonly BufferRequest[],
  sceneBytes: number,
): Promise<GPUBuffer[]> {
  try {
    return await createBuffers(device, requests);
  } catch (error) {
    if (!(error instanceof OutOfDeviceMemoryError)) throw error;
    const mib = (sceneBytes / 2 ** 20).toFixed(0);
    throw new UserError(`the GPU has not enough memory for the scene, ${mib} MiB`, { hint: HINT, cause: error });
  }
}

async function createTables(
  device: GPUDevice,
  tables: Readonly<Record<string, ArrayBuffer | BufferParts>>,
  usage: number,
  sceneBytes: number,
): Promise<Record<string, GPUBuffer>> {
  const names = Object.keys(tables);
  const requests = names.map((label) => ({ label, bytes: tables[label].byteLength, usage }));
  const buffers = await createSceneBuffers(device, requests, sceneBytes);
  names.forEach((name, k) => {
    for (const { at, bytes } of placedParts(tables[name])) device.queue.writeBuffer(buffers[k], at, bytes);
  });
  return Object.fromEntries(names.map((name, k) => [name, buffers[k]]));
}
