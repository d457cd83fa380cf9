import { type PointBatch, selectPoints } from '../../cloud/point-batch.js';

/** Points of one laser. */
export interface ChannelPoints {
  channel: number;
  points: PointBatch;
}

/** The points of a batch by the laser of its scanner, in order; lasers without points are left out. */
export function splitChannels(points: PointBatch): ChannelPoints[] {
  const indices = new Map<number, number[]>();
  for (let i = 0; i < points.count; i++) {
    const own = indices.get(points.channel[i]);
    if (own) own.push(i);
    else indices.set(points.channel[i], [i]);
  }
  if (indices.size === 1) return [{ channel: points.channel[0], points }];
  return [...indices]
    .sort(([a], [b]) => a - b)
    .map(([channel, own]) => ({ channel, points: selectPoints(points, Uint32Array.from(own)) }));
}
