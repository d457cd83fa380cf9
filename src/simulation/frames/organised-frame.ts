import {
  createPointBatch,
  type OptionalKey,
  optionalArray,
  type PointBatch,
  type PointKey,
} from '../../cloud/point-batch.js';
import type { Grid } from '../../io/pcd-writer.js';
import type { FramePart } from './frame-part.js';

/** What the places of a frame have before anything comes back. */
export interface EmptyFrame {
  grid: Grid;
  /** Optional attributes of its points. */
  optional: readonly OptionalKey[];
  /** Laser of every row. */
  channels: readonly number[];
  pointSourceId: number;
  instrument?: number;
  /** GPS time of the frame's start. */
  startTime: number;
}

/** A frame with a place for every pulse: row by row, those that gave nothing have no coordinates (NaN), and 0 returns. */
export class OrganisedFrame {
  readonly points: PointBatch;
  readonly grid: Grid;
  private readonly startTime: number;

  constructor({ grid, optional, channels, pointSourceId, instrument = 0, startTime }: EmptyFrame) {
    const points = createPointBatch(grid.width * grid.height);
    for (const key of optional) optionalArray(points, key);
    for (const array of [
      points.x,
      points.y,
      points.z,
      points.normal,
      points.range,
      points.incidenceAngle,
      points.azimuth,
    ])
      array?.fill(Number.NaN);
    points.truePosition?.fill(Number.NaN);
    points.scanner?.fill(instrument);
    points.pointSourceId.fill(pointSourceId);
    channels.forEach((channel, row) => {
      points.channel.fill(channel, row * grid.width, (row + 1) * grid.width);
      points.ring?.fill(row, row * grid.width, (row + 1) * grid.width);
    });
    this.points = points;
    this.grid = grid;
    this.startTime = startTime;
  }

  /** Puts a part into its places: the strongest return of each pulse. `rowOf` is by laser, `firstShot` that of the frame. */
  add(part: FramePart, rowOf: Uint16Array, firstShot: number): void {
    const placeOf = (pulse: number): number =>
      rowOf[pulse % rowOf.length] * this.grid.width + Math.floor(pulse / rowOf.length) - firstShot;
    for (let pulse = part.first; pulse < part.end; pulse++) this.addPulse(placeOf(pulse), part, pulse - part.first);
    const columns = columnsOf(part.points, this.points);
    for (let i = 0; i < part.points.count; i++) {
      const place = placeOf(part.pulses[i]);
      if (this.points.returnCount[place] > 0 && this.points.energy[place] >= part.points.energy[i]) continue;
      for (const { from, to, components } of columns)
        for (let k = 0; k < components; k++) to[components * place + k] = from[components * i + k];
    }
  }

  private addPulse(place: number, { azimuths, frameTimes }: FramePart, k: number): void {
    const { azimuth, frameTime, gpsTime } = this.points;
    if (azimuth) azimuth[place] = azimuths[k];
    if (frameTime) frameTime[place] = frameTimes[k];
    gpsTime[place] = this.startTime + frameTimes[k];
  }
}

type NumberArray = Float64Array | Float32Array | Uint32Array | Uint16Array | Uint8Array;

/** The arrays that both batches have, side by side. */
function columnsOf(from: PointBatch, to: PointBatch): { from: NumberArray; to: NumberArray; components: number }[] {
  return (Object.keys(to) as (keyof PointBatch)[]).flatMap((key) => {
    const [source, target] = [from[key as PointKey], to[key as PointKey]];
    if (key === 'count' || !source || !target) return [];
    return [{ from: source, to: target, components: target.length / to.count }];
  });
}
