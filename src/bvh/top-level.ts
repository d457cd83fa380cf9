import { emptyBox } from '../base/vec3.js';
import type { WideNodes } from '../device/wide-bvh.js';
import { buildBinary } from './build-binary.js';
import type { MeshTriangles } from './mesh-triangles.js';
import { emptyNode } from './mover-tree.js';
import { widenInstances } from './widen.js';

/** The tree over the boxes of instances; without any, a node without children. */
export const buildTopLevel = (boxes: MeshTriangles): WideNodes =>
  boxes.indices.length === 0 ? NO_INSTANCES : widenInstances(buildBinary(boxes.positions, boxes.indices, 1), boxes);

const NO_INSTANCES: WideNodes = { nodes: emptyNode(), nodeCount: 1, depth: 1, bounds: emptyBox() };
