import type { WideNodes } from '../device/wide-bvh.js';
import { buildBinary } from './build-binary.js';
import type { MeshTriangles } from './mesh-triangles.js';
import { widenInstances } from './widen.js';

/** The tree over the boxes of instances, at least one. */
export const buildTopLevel = (boxes: MeshTriangles): WideNodes =>
  widenInstances(buildBinary(boxes.positions, boxes.indices, 1), boxes);
