import type { MovedResult } from '../base/threads/thread-crew.js';
import { buildPart } from './build-mesh.js';
import type { BuildOrder, BuiltTree } from './build-queue.js';
import { buildTopLevel } from './top-level.js';

/** A thread's work: one message, one tree. Takes the memory of the tree along. */
export async function buildOrdered(order: BuildOrder): Promise<MovedResult<BuiltTree>> {
  if ('boxes' in order) {
    const top = buildTopLevel(order.boxes);
    return { result: top, memory: [top.nodes] };
  }
  const bvh = buildPart(order);
  return { result: bvh, memory: [bvh.nodes, bvh.blocks] };
}
