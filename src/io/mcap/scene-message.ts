import type { Rigid } from '../../base/rigid.js';
import type { Vec3 } from '../../base/vec3.js';
import { CdrWriter } from './cdr-writer.js';
import { type RosHeader, writeNumbers, writePose, writeSeconds } from './ros-messages.js';

/** A box that is shown for some time. */
export interface SceneBox {
  /** It replaces the one of the same name that was shown before. */
  id: string;
  /** In the frame of the header. */
  pose: Rigid;
  /** Extents along its own axes, metres. */
  size: Vec3;
  /** Red, green, blue and opacity, 0…1. */
  color: readonly [number, number, number, number];
  metadata: readonly (readonly [key: string, value: string])[];
}

/** The lists of an entity before and behind its cubes: arrows; spheres, cylinders, lines, triangles, texts, models. */
const LISTS_BEFORE = 1;
const LISTS_BEHIND = 6;

/**
 * A message foxglove_msgs/msg/SceneUpdate with these boxes, which vanish after `lifetime` nanoseconds if no other
 * message shows them again.
 */
export function sceneMessage({ stamp, frameId }: RosHeader, lifetime: bigint, boxes: readonly SceneBox[]): Uint8Array {
  const cdr = new CdrWriter().u32(0).u32(boxes.length);
  for (const { id, pose, size, color, metadata } of boxes) {
    writeSeconds(writeSeconds(cdr, stamp).text(frameId).text(id), lifetime).u8(0);
    cdr.u32(metadata.length);
    for (const [key, value] of metadata) cdr.text(key).text(value);
    emptyLists(cdr, LISTS_BEFORE).u32(1);
    writeNumbers(writePose(cdr, pose), [...size, ...color]);
    emptyLists(cdr, LISTS_BEHIND);
  }
  return cdr.finish();
}

function emptyLists(cdr: CdrWriter, count: number): CdrWriter {
  for (let k = 0; k < count; k++) cdr.u32(0);
  return cdr;
}
