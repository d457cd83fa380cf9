import { aligned, columnMemory } from '../../cloud/columns/column-memory.js';
import { copyPoints, createPointBatch, type MakeArray, type PointBatch } from '../../cloud/point-batch.js';

/** Arrays for the points of a chunk; their content is undefined at first. */
export interface PointRoom {
  points: PointBatch;
  /** Number of each point's pulse in the leg, and its time in seconds from the leg's first pulse. */
  pulses: Uint32Array;
  times: Float64Array;
}

const roomBy = (count: number, make: MakeArray): PointRoom => ({
  points: createPointBatch(count, make),
  pulses: make(Uint32Array, count),
  times: make(Float64Array, count),
});

/**
 * Arrays for `count` points in the memory of the loops over columns, which then copy nothing. Only for points that are
 * used up at once: the next points made in this thread take the same memory.
 */
export function lentRoom(count: number): PointRoom {
  const memory = columnMemory();
  let at = memory.room(roomBytes(count));
  return roomBy(count, (type, length) => {
    const array = new type(memory.view.buffer, at, length);
    at += aligned(array.byteLength);
    return array;
  });
}

/** Bytes of a room whose arrays begin at multiples of 8. */
function roomBytes(count: number): number {
  let bytes = 0;
  roomBy(count, (type, length) => {
    bytes += aligned(length * type.BYTES_PER_ELEMENT);
    return new type(0);
  });
  return bytes;
}

/** A copy of lent arrays, which may be kept. */
export const ownRoom = ({ points, pulses, times }: PointRoom): PointRoom => ({
  ...{ points: copyPoints(points), pulses: pulses.slice(), times: times.slice() },
});
