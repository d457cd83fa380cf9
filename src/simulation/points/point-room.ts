import { createPointBatch, type PointBatch, slicePoints } from '../../cloud/point-batch.js';

/** Arrays for the points of a chunk; what they hold is not defined. */
export interface PointRoom {
  points: PointBatch;
  /** Number of each point's pulse in the leg, and its time in seconds from the leg's first pulse. */
  pulses: Uint32Array;
  times: Float64Array;
}

/** Arrays for `count` points. */
export type FindRoom = (count: number) => PointRoom;

/** New arrays each time: the points may be kept. */
export const newRoom: FindRoom = (count) => ({
  points: createPointBatch(count),
  pulses: new Uint32Array(count),
  times: new Float64Array(count),
});

/**
 * The same arrays each time, for a reader that is done with the points of a chunk before it asks for the next ones. A
 * long scan would otherwise leave so much memory behind that collecting it takes a tenth of the processors' time.
 */
export function oneRoom(): FindRoom {
  let room = newRoom(0);
  return (count) => {
    if (count > room.points.count) room = newRoom(Math.max(count, 2 * room.points.count));
    const { points, pulses, times } = room;
    return {
      points: slicePoints(points, 0, count),
      pulses: pulses.subarray(0, count),
      times: times.subarray(0, count),
    };
  };
}
