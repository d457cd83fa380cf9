import type { Vec3 } from '../../base/vec3.js';
import { NO_MATERIAL } from '../../cloud/noise.js';
import type { PointBatch } from '../../cloud/point-batch.js';
import { NO_WAVEFORM } from '../../cloud/waveform-batch.js';
import type { PulseList } from '../../engine/cpu/pulse-lister.js';

/** Facts that the points of a leg share. */
export interface BeamFrame {
  /** World coordinates of the origin of the pulses. */
  frameOrigin: Vec3;
  /** GPS time of the leg's first pulse. */
  startTime: number;
  pointSourceId: number;
  /** Index of the instrument, if there are several. */
  instrument?: number;
  /** Scan angle of a beam, radians. */
  scanAngle(direction: Vec3, time: number): number;
}

/** A pulse of a list, and the frame of its points. */
export interface PulsePlace {
  pulses: PulseList;
  k: number;
  frame: BeamFrame;
}

/**
 * Makes point `i`, which is all zero, one that no surface sent back: on the axis of its beam, `range` metres from the
 * beam's origin, without material, instance or normal.
 */
export function placeOnBeam(points: PointBatch, i: number, range: number, { pulses, k, frame }: PulsePlace): void {
  const { origins, directions } = pulses;
  const at = (axis: number) => frame.frameOrigin[axis] + origins[3 * k + axis] + range * directions[3 * k + axis];
  points.x[i] = at(0);
  points.y[i] = at(1);
  points.z[i] = at(2);
  // What no surface sent back has no other place.
  points.truePosition?.set([at(0), at(1), at(2)], 3 * i);
  points.range[i] = range;
  points.gpsTime[i] = frame.startTime + pulses.times[k];
  points.channel[i] = pulses.channels[k];
  points.pointSourceId[i] = frame.pointSourceId;
  points.material[i] = NO_MATERIAL;
  points.waveform?.fill(NO_WAVEFORM, i, i + 1);
  points.scanAngle[i] = frame.scanAngle(
    [directions[3 * k], directions[3 * k + 1], directions[3 * k + 2]],
    pulses.times[k],
  );
  if (points.scanner && frame.instrument !== undefined) points.scanner[i] = frame.instrument;
}
