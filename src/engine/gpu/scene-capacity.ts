import { Node2, Triangle } from '../../device/records.generated.js';
import { type SceneSegments, storageCount } from './bindings.js';
import type { GpuLimits } from './gpu-adapter.js';
import { recordsOfSegment, TRIANGLES_MAX } from './gpu-scene.js';
import { PLAIN_PROGRAM, passesFor } from './passes.js';

/** Largest scene within an adapter's limits. */
export interface SceneCapacity {
  /** Approximate number of stored triangles, each counted once however often it is placed; trees differ. */
  triangles: number;
  /** Number of bindings over which nodes and triangles may be spread together. */
  segments: number;
}

/** Maximum number of nodes per triangle: the generated forest, street, room and terrain have 0.28 to 0.31. */
const NODES_A_TRIANGLE = 1 / 3;

/**
 * The largest scene without masks and colours that `layOutGpuScene` accepts, considering only the limits; the device's
 * memory may hold less.
 */
export function sceneCapacity(limits: GpuLimits): SceneCapacity {
  const segments = segmentsLeft(limits);
  const nodesEach = recordsOfSegment(Node2.SIZE, limits);
  const trianglesEach = recordsOfSegment(Triangle.SIZE, limits);
  let best = 0;
  // Nodes get some of the segments, triangles the rest.
  for (let forNodes = 1; forNodes < segments; forNodes++) {
    const byNodes = (forNodes * nodesEach) / NODES_A_TRIANGLE;
    best = Math.max(best, Math.min(byNodes, (segments - forNodes) * trianglesEach));
  }
  return { triangles: Math.min(best, TRIANGLES_MAX), segments };
}

/** Storage buffers that every pass has left for nodes and triangles. */
function segmentsLeft({ storageBuffers }: GpuLimits): number {
  const one: SceneSegments = { nodes: { count: 1, recordsEach: 1 }, triangles: { count: 1, recordsEach: 1 } };
  const both = passesFor(PLAIN_PROGRAM).filter(({ reads }) => reads.includes('nodes') && reads.includes('triangles'));
  return Math.max(0, Math.min(...both.map((pass) => storageBuffers - storageCount(pass, one) + 2)));
}
