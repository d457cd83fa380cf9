import { invariant } from '../../base/errors.js';
import { moverDepth } from '../../bvh/mover-tree.js';
import { narrow } from '../../bvh/narrow.js';
import { listTriangles } from '../../bvh/triangle-list.js';
import type { DeviceScene } from '../../device/device-scene.js';
import {
  DEFORMS,
  Instance,
  LEAF,
  Motion,
  NODE2_FIRST_BITS,
  NODE4_FIRST_BITS,
  NODE4_FIRST_MASK,
  Node2,
  Shape,
  Triangle,
} from '../../device/records.generated.js';
import type { WideBvh } from '../../device/wide-bvh.js';

/** An array of records spread over several buffers. */
export class RecordSegments {
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

/** Bytes handed to the driver at a time; it keeps a copy until it is done. */
const UPLOAD_BYTES = 2 ** 25;

/** Converts each mesh to the GPU's form, uploads it and discards it. */
export class SceneUpload {
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

  /** `nodesBefore`: the number of all nodes, behind which others may be written. */
  run(): { levels: number; topNode: number; nodesBefore: number; instances: ArrayBuffer } {
    const { meshes, top, buffers, instanceCount, moverCount } = this.scene;
    const roots = new Map<number, NarrowRoot>();
    let wideRoot = 0;
    let deepest = 0;
    for (const mesh of meshes) {
      const node = this.nodeBase;
      const { depth, strides } = this.writeMesh(mesh);
      roots.set(wideRoot, { node, strides });
      wideRoot += mesh.nodeCount;
      deepest = Math.max(deepest, depth);
    }
    const topNode = this.nodeBase;
    const tree = narrow(top, { nodeBase: topNode, leafOf: (leaf) => leaf });
    this.nodes.write(topNode * Node2.SIZE, tree.nodes);
    const instances = withRoots(buffers.instances, instanceCount, moverCount, roots);
    // A node of four becomes up to two levels.
    const levels = Math.max(tree.depth, 2 * moverDepth(moverCount)) + deepest;
    return { levels, topNode, nodesBefore: topNode + tree.nodeCount, instances };
  }

  /** Returns the depth of its tree, and the strides of the trees of shapes. */
  private writeMesh(mesh: WideBvh): { depth: number; strides: ShapeStrides | undefined } {
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
    const { intervals = 0 } = mesh.shape ?? {};
    const strides = { nodes: tree.nodeCount / intervals, corners: triangleCount / (intervals + 1) };
    return { depth: tree.depth, strides: mesh.shape && strides };
  }
}

/** Nodes of an interval of a shape, and triangles of a key. */
interface ShapeStrides {
  nodes: number;
  corners: number;
}

/** The root of the first tree of a mesh. */
interface NarrowRoot {
  node: number;
  strides: ShapeStrides | undefined;
}

/**
 * The records of all instances with the root nodes of the narrow trees, and those of Shapes with the strides of these;
 * all others stay.
 */
function withRoots(
  instances: ArrayBuffer,
  standing: number,
  moverCount: number,
  roots: ReadonlyMap<number, NarrowRoot>,
): ArrayBuffer {
  const copy = instances.slice(0);
  const words = new Uint32Array(copy);
  const place = (record: number, field: number): number => (record * Instance.SIZE + field) / 4;
  for (let i = 0; i < standing + moverCount; i++) {
    const at = place(i, Instance.rootNode);
    const root = roots.get(words[at]);
    invariant(root !== undefined, `an instance's root ${words[at]} is no mesh's`);
    words[at] = root.node;
    if ((words[place(i, Instance.flags)] & DEFORMS) === 0 || root.strides === undefined) continue;
    const shape = words[place(i + moverCount, Motion.shape)];
    words[place(shape, Shape.nodeStride)] = root.strides.nodes;
    words[place(shape, Shape.cornerStride)] = root.strides.corners;
  }
  return copy;
}
