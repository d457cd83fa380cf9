import { createPointBatch, type OptionalKey, optionalArray, type PointBatch } from '../../cloud/point-batch.js';
import type { PulseRange } from '../../device/pulse-program.js';
import type { CloudGrid } from '../../io/records/point-sink.js';
import { scatterPoints } from './scatter-points.js';

/** Initial content of a frame's cells. */
interface EmptyFrame {
  grid: CloudGrid;
  /** Optional attributes of its points. */
  optional: readonly OptionalKey[];
  /** Laser of every row. */
  channels: readonly number[];
  pointSourceId: number;
  instrument?: number;
  /** GPS time of the frame's start. */
  startTime: number;
  /** GPS time of the leg's first pulse. */
  legStart: number;
}

/** A part of an organised frame, with its pulses, those without returns included. */
export interface OrganisedPart extends PulseRange {
  /** In the frame's coordinates, with ring, azimuth and frameTime. */
  points: PointBatch;
  /** Pulse of each point. */
  pulses: Uint32Array;
  /** Azimuth of each pulse of the part, and its time since the frame's start and since the leg's first pulse. */
  azimuths: Float32Array;
  frameTimes: Float32Array;
  times: Float64Array;
}

/** A frame with a cell for every pulse, row by row. Cells without a return have no coordinates (NaN) and 0 returns. */
export class OrganisedFrame {
  readonly points: PointBatch;
  readonly grid: CloudGrid;
  private readonly legStart: number;

  constructor({ grid, optional, channels, pointSourceId, instrument = 0, startTime, legStart }: EmptyFrame) {
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
      points.truePosition,
      points.heightAboveGround,
      points.radialVelocity,
      points.velocity,
      points.amplitudeDb,
      points.reflectanceDb,
      points.deviation,
    ])
      array?.fill(Number.NaN);
    points.scanner?.fill(instrument);
    points.pointSourceId.fill(pointSourceId);
    // A cell of a pulse that never left is of no time; the frame's start is near all others.
    points.gpsTime.fill(startTime);
    channels.forEach((channel, row) => {
      points.channel.fill(channel, row * grid.width, (row + 1) * grid.width);
      points.ring?.fill(row, row * grid.width, (row + 1) * grid.width);
    });
    this.points = points;
    this.grid = grid;
    this.legStart = legStart;
  }

  /**
   * Puts the strongest return of each pulse of a part into its cell. `rowOf` is indexed by laser, `firstShot` is that
   * of the frame.
   */
  add(part: OrganisedPart, rowOf: Uint16Array, firstShot: number): void {
    const places = new Uint32Array(part.end - part.first);
    for (let k = 0; k < places.length; k++) {
      const pulse = part.first + k;
      places[k] = rowOf[pulse % rowOf.length] * this.grid.width + Math.floor(pulse / rowOf.length) - firstShot;
    }
    this.addPulses(places, part);
    const strongest = strongestReturns(part);
    const targets = new Uint32Array(strongest.length);
    for (let k = 0; k < targets.length; k++) targets[k] = places[part.pulses[strongest[k]] - part.first];
    scatterPoints(part.points, strongest, this.points, targets);
  }

  private addPulses(places: Uint32Array, { azimuths, frameTimes, times }: OrganisedPart): void {
    const { azimuth, frameTime, gpsTime } = this.points;
    for (let k = 0; k < places.length; k++) {
      if (azimuth) azimuth[places[k]] = azimuths[k];
      if (frameTime) frameTime[places[k]] = frameTimes[k];
      gpsTime[places[k]] = this.legStart + times[k];
    }
  }
}

/** Index of the strongest return of each pulse that has any; the first of equals. */
function strongestReturns({ points: { count, energy }, pulses }: OrganisedPart): Uint32Array {
  const strongest = new Uint32Array(count);
  let found = 0;
  for (let i = 0; i < count; i++) {
    if (i === 0 || pulses[i] !== pulses[i - 1]) strongest[found++] = i;
    else if (energy[i] > energy[strongest[found - 1]]) strongest[found - 1] = i;
  }
  return strongest.subarray(0, found);
}
