import { invariant, UserError } from '../../base/errors.js';
import { countNarrow, narrow } from '../../bvh/narrow.js';
import { countTriangles, listTriangles } from '../../bvh/triangle-list.js';
import { hostBuffers } from '../../device/buffers.js';
import type { DeviceScene } from '../../device/device-scene.js';
import {
  Instance,
  LEAF,
  NODE2_FIRST_BITS,
  NODE4_FIRST_BITS,
  NODE4_FIRST_MASK,
  Node2,
  SceneRoot,
  Triangle,
} from '../../device/records.generated.js';
import type { WideBvh } from '../../device/wide-bvh.js';
import type { SceneSegments, SegmentedBuffer, Segments } from './bindings.js';
import { storageCount } from './bindings.js';
import type { BufferSet } from './compute-pipeline.js';
import { type BufferRequest, createBuffers } from './create-buffers.js';
import type { GpuLimits } from './gpu-adapter.js';
import { BufferUsage } from './gpu-constants.js';
import { OutOfDeviceMemoryError } from './gpu-errors.js';
import { PLAIN_PROGRAM, type ProgramKind, passesFor } from './passes.js';

/** A scene on the GPU: trees of two children a node, triangles one by one. */
export interface GpuScene {
  buffers: BufferSet;
  segments: SceneSegments;
  /** Entries that a traversal's stack may need, both levels together. */
  stackEntries: number;
}

/** How much of everything a scene has on the GPU. */
export interface GpuScenePlan {
  nodeCount: number;
  triangleCount: number;
  segments: SceneSegments;
  /** Bytes of all its buffers. */
  bytes: number;
}

/** Triangles, and nodes, that a child value can name. */
export const TRIANGLES_MAX = 2 ** NODE2_FIRST_BITS;
/** Entries of a stack that are not nodes: where a mesh is left, and where everything is done. */
const STACK_MARKS = 2;
/** Levels of trees, both kinds together: a stack of more would spill far out of registers; real scenes stay below 64. */
export const LEVELS_MAX = 126;

/**
 * How a scene lies in buffers of at most `bindingBytes`. Throws UserError where the adapter's limits cannot hold it:
 * nodes and triangles may be spread over as many bindings as `traverse` has left.
 */
export function planGpuScene(scene: DeviceScene, limits: GpuLimits, kind: ProgramKind = PLAIN_PROGRAM): GpuScenePlan {
  const nodeCount = scene.meshes.reduce((sum, mesh) => sum + countNarrow(mesh), countNarrow(scene.top));
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
  const plan = { nodeCount, triangleCount, segments, bytes };
  checkBuffers(plan, kind, limits);
  checkSizes(plan, largest, limits);
  return plan;
}

/** Records of `size` bytes that a segment holds. */
export function recordsOfSegment(size: number, { bindingBytes, bufferBytes }: GpuLimits): number {
  return Math.floor(Math.min(bindingBytes, bufferBytes) / size);
}

function segmentsOf(records: number, size: number, limits: GpuLimits): Segments {
  const recordsEach = recordsOfSegment(size, limits);
  return { count: Math.max(1, Math.ceil(records / recordsEach)), recordsEach };
}

/** What the tables of a scene are to the user. */
const TABLES: Readonly<Record<keyof DeviceScene['buffers'], string>> = {
  instances: 'instances',
  surfaces: 'surfaces',
  images: 'textures',
};

const HINT = 'use instances for what stands in the scene often, fewer triangles, or --engine cpu';

/** Throws UserError where a pass of the programs takes more buffers than the GPU allows. */
export function checkBuffers(plan: GpuScenePlan, kind: ProgramKind, limits: GpuLimits): void {
  const needed = buffersNeeded(kind, plan.segments);
  if (needed > limits.storageBuffers) throw tooManyBuffers(needed, plan, kind, limits);
}

function checkSizes(
  plan: GpuScenePlan,
  largest: { name: keyof typeof TABLES; bytes: number },
  limits: GpuLimits,
): void {
  if (plan.triangleCount > TRIANGLES_MAX)
    throw new UserError(`the scene has ${plan.triangleCount} triangles; the GPU engine numbers ${TRIANGLES_MAX}`, {
      hint: HINT,
    });
  if (largest.bytes > limits.bindingBytes)
    throw new UserError(
      `the scene's ${TABLES[largest.name]} take ${mib(largest.bytes)}; this GPU binds ${mib(limits.bindingBytes)}`,
      { hint: HINT },
    );
}

/** Storage buffers that the largest pass of a program binds. */
const buffersNeeded = (kind: ProgramKind, segments: SceneSegments): number =>
  Math.max(...passesFor(kind).map((pass) => storageCount(pass, segments)));

function tooManyBuffers(needed: number, plan: GpuScenePlan, kind: ProgramKind, limits: GpuLimits): UserError {
  const { storageBuffers, bindingBytes } = limits;
  if (kind.colors && buffersNeeded({ ...kind, colors: false }, plan.segments) <= storageBuffers)
    return new UserError(`colours take ${needed} buffers of a pass; this GPU allows ${storageBuffers}`, {
      hint: 'leave colours out, or use --engine cpu',
    });
  return new UserError(
    `the scene takes ${mib(plan.bytes)} on the GPU, in ${needed} buffers of a pass; this GPU allows ${storageBuffers} of ${mib(bindingBytes)}`,
    { hint: HINT },
  );
}

const mib = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MiB`;

/** Uploads a scene as it was planned. Throws UserError where it does not fit the device's memory. */
export async function createGpuScene(device: GPUDevice, scene: DeviceScene, plan: GpuScenePlan): Promise<GpuScene> {
  const nodes = await createSegments(device, 'nodes', plan.nodeCount, Node2.SIZE, plan);
  const triangles = await createSegments(device, 'triangles', plan.triangleCount, Triangle.SIZE, plan);
  const upload = new SceneUpload(scene, nodes, triangles);
  const { levels, topNode, instances } = upload.run();
  if (levels > LEVELS_MAX) {
    throw new UserError(`the scene's trees are ${levels} levels deep; the GPU engine follows ${LEVELS_MAX}`, {
      hint: 'use --engine cpu, and tell us of the scene',
    });
  }
  const tables = await createTables(device, { ...scene.buffers, instances }, SCENE_USAGE, plan.bytes);
  const root = await createTables(device, { root: rootRecord(scene, topNode) }, ROOT_USAGE, plan.bytes);
  return {
    buffers: { nodes: nodes.buffers, triangles: triangles.buffers, ...tables, ...root },
    segments: plan.segments,
    stackEntries: levels + STACK_MARKS,
  };
}

function rootRecord({ instanceCount, buffers }: DeviceScene, topNode: number): ArrayBuffer {
  const words = new Uint32Array(SceneRoot.SIZE / 4);
  words[SceneRoot.topNode / 4] = topNode;
  words[SceneRoot.instanceCount / 4] = instanceCount;
  words[SceneRoot.imageWords / 4] = buffers.images.byteLength / 4;
  return words.buffer;
}

async function createSegments(
  device: GPUDevice,
  name: SegmentedBuffer,
  records: number,
  size: number,
  { segments, bytes }: GpuScenePlan,
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

/** Buffers of a scene that takes `sceneBytes` in all. Throws UserError where there is not enough memory for them. */
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
  tables: Readonly<Record<string, ArrayBuffer>>,
  usage: number,
  sceneBytes: number,
): Promise<Record<string, GPUBuffer>> {
  const names = Object.keys(tables);
  const requests = names.map((label) => ({ label, bytes: tables[label].byteLength, usage }));
  const buffers = await createSceneBuffers(device, requests, sceneBytes);
  names.forEach((name, k) => {
    device.queue.writeBuffer(buffers[k], 0, tables[name]);
  });
  return Object.fromEntries(names.map((name, k) => [name, buffers[k]]));
}

/** An array of records that lies in several buffers. */
class RecordSegments {
  readonly buffers: readonly GPUBuffer[];
  private readonly device: GPUDevice;
  private readonly bytesEach: number;

  constructor(device: GPUDevice, buffers: readonly GPUBuffer[], bytesEach: number) {
    this.device = device;
    this.buffers = buffers;
    this.bytesEach = bytesEach;
  }

  /** Writes records at byte `at` of the whole array. */
  write(at: number, records: ArrayBuffer): void {
    for (let done = 0; done < records.byteLength; ) {
      const segment = Math.floor((at + done) / this.bytesEach);
      const inside = at + done - segment * this.bytesEach;
      const bytes = Math.min(records.byteLength - done, this.bytesEach - inside, UPLOAD_BYTES);
      this.device.queue.writeBuffer(this.buffers[segment], inside, records, done, bytes);
      done += bytes;
    }
  }
}

/** What is handed to the driver at a time, bytes: it keeps a copy until it is done. */
const UPLOAD_BYTES = 2 ** 25;

/** Makes the GPU's form of each mesh, hands it over and forgets it. */
class SceneUpload {
  private readonly scene: DeviceScene;
  private readonly nodes: RecordSegments;
  private readonly triangles: RecordSegments;
  private nodeBase = 0;
  private triangleBase = 0;

  constructor(scene: DeviceScene, nodes: RecordSegments, triangles: RecordSegments) {
    this.scene = scene;
    this.nodes = nodes;
    this.triangles = triangles;
  }

  run(): { levels: number; topNode: number; instances: ArrayBuffer } {
    const { meshes, top } = this.scene;
    const roots = new Map<number, number>();
    let wideRoot = 0;
    let deepest = 0;
    for (const mesh of meshes) {
      roots.set(wideRoot, this.nodeBase);
      wideRoot += mesh.nodeCount;
      deepest = Math.max(deepest, this.writeMesh(mesh));
    }
    const topNode = this.nodeBase;
    const tree = narrow(top, { nodeBase: topNode, leafOf: (leaf) => leaf });
    this.nodes.write(topNode * Node2.SIZE, tree.nodes);
    return { levels: tree.depth + deepest, topNode, instances: withRoots(this.scene.buffers.instances, roots) };
  }

  /** Gives the depth of its tree. */
  private writeMesh(mesh: WideBvh): number {
    const { triangles, triangleCount, starts } = listTriangles(mesh.blocks, mesh.blockCount);
    const leafOf = (leaf: number) => {
      const first = leaf & NODE4_FIRST_MASK;
      const end = first + ((leaf >>> NODE4_FIRST_BITS) & 7) + 1;
      return (
        (LEAF | ((starts[end] - starts[first] - 1) << NODE2_FIRST_BITS) | (this.triangleBase + starts[first])) >>> 0
      );
    };
    const tree = narrow(mesh, { nodeBase: this.nodeBase, leafOf });
    this.nodes.write(this.nodeBase * Node2.SIZE, tree.nodes);
    this.triangles.write(this.triangleBase * Triangle.SIZE, triangles);
    this.nodeBase += tree.nodeCount;
    this.triangleBase += triangleCount;
    return tree.depth;
  }
}

/** Instance records whose root nodes are those of the narrow trees. */
function withRoots(instances: ArrayBuffer, roots: ReadonlyMap<number, number>): ArrayBuffer {
  const copy = instances.slice(0);
  const words = new Uint32Array(copy);
  for (let at = Instance.rootNode / 4; at < words.length; at += Instance.SIZE / 4) {
    const root = roots.get(words[at]);
    invariant(root !== undefined, `an instance's root ${words[at]} is no mesh's`);
    words[at] = root;
  }
  return copy;
}
