// The trees that the GPU engine uploads, in the host's memory.
import {
  Instance,
  NODE2_COUNT_MASK,
  NODE2_FIRST_BITS,
  NODE2_FIRST_MASK,
  Node2,
  Triangle,
} from '../../dist/device/records.generated.js';
import { layOutGpuScene } from '../../dist/engine/gpu/gpu-scene.js';
import { SceneUpload } from '../../dist/engine/gpu/scene-upload.js';

/** Words of the records. */
export const NODE_WORDS = Node2.SIZE / 4;
export const TRIANGLE_WORDS = Triangle.SIZE / 4;

/** The first triangle of a leaf (a negative child value), and the number of its triangles. */
export const firstOf = (leaf) => leaf & NODE2_FIRST_MASK;
export const countOf = (leaf) => ((leaf >>> NODE2_FIRST_BITS) & NODE2_COUNT_MASK) + 1;

const NO_LIMITS = { bindingBytes: 2 ** 40, bufferBytes: 2 ** 40, storageBuffers: 99, workgroups: 2 ** 31 };

/**
 * Nodes and triangles of a scene of one instance (`DeviceScene`), as floats and as signed words, in which leaves are
 * negative; `toMesh` is the instance's 3 × 4 matrix, row by row.
 */
export function binaryTree(scene) {
  if (scene.instanceCount !== 1) throw new Error(`the lockstep model takes one instance, found ${scene.instanceCount}`);
  const { nodeCount, triangleCount } = layOutGpuScene(scene, NO_LIMITS);
  const nodes = new ArrayBuffer(nodeCount * Node2.SIZE);
  const triangles = new ArrayBuffer(triangleCount * Triangle.SIZE);
  const { instances } = new SceneUpload(scene, recorder(nodes), recorder(triangles)).run();
  return {
    nodeCount,
    triangleCount,
    nodes: new Float32Array(nodes),
    children: new Int32Array(nodes),
    triangles: new Float32Array(triangles),
    numbers: new Uint32Array(triangles),
    root: new Uint32Array(instances)[Instance.rootNode / 4],
    toMesh: new Float32Array(instances, Instance.toMesh0, 12),
  };
}

/** Takes the writes to a buffer of the device. */
const recorder = (buffer) => ({ write: (at, records) => new Uint8Array(buffer).set(new Uint8Array(records), at) });
