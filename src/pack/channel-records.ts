import { type Affine, compose, invert, rotation, transformDirection } from '../base/affine.js';
import { cross, dot, normalize, scale, subtract, type Vec3 } from '../base/vec3.js';
import { Channel } from '../device/records.generated.js';
import type { LaserChannel, Scanner } from '../scanner/scanner.js';
import { frameOf } from './frame-kind.js';
import { writeKeptBeam } from './kept-beam.js';
import { isWritten } from './record-numbers.js';
import { RecordWriter } from './record-writer.js';

const UP: Vec3 = [0, 0, 1];
const FORWARD: Vec3 = [0, 1, 0];

/** The rotation from the head's frame (z: its axis) to the scanner's, at angle 0. */
export function headFrame({ head }: Pick<Scanner, 'head'>): Affine {
  const z = head ? normalize(head.axis) : UP;
  // The axis that is least along z determines the other two.
  const least: Vec3 = Math.abs(z[1]) < 0.9 ? FORWARD : [1, 0, 0];
  const y = normalize(subtract(least, scale(z, dot(least, z))));
  const x = cross(y, z);
  return [x[0], y[0], z[0], 0, x[1], y[1], z[1], 0, x[2], y[2], z[2], 0];
}

/** The columns of a rotation. */
export const rotationColumns = (m: Affine): [Vec3, Vec3, Vec3] => [
  transformDirection(m, [1, 0, 0]),
  transformDirection(m, [0, 1, 0]),
  transformDirection(m, [0, 0, 1]),
];

/** Channel records of a scanner. */
export function channelRecords(scanner: Scanner): ArrayBuffer {
  const { channels, detection } = scanner;
  const toHead = invert(headFrame(scanner));
  const writer = new RecordWriter(channels.length * Channel.SIZE);
  channels.forEach((channel, k) => {
    const at = k * Channel.SIZE;
    const axes = rotationColumns(channelFrame(scanner, channel));
    writer.columns(at + Channel.axisX, at + Channel.axisY, at + Channel.axisZ, axes);
    writer.f64s(at + Channel.origin, transformDirection(toHead, channel.origin));
    writer.f64s(at + Channel.incident, normalize(channel.incident ?? FORWARD));
    writer.f64(at + Channel.fireTime, channel.fireTime);
    writer.f32(at + Channel.rangeMin, channel.rangeMin ?? detection.rangeMin);
    writer.f32(at + Channel.rangeMax, channel.rangeMax ?? detection.rangeMax);
    writer.u32(at + Channel.frame, frameOf(writer.buffer, at + Channel.axisX));
    writer.u32(at + Channel.isAside, Number(!isWritten(writer.buffer, at + Channel.origin, [0, 0, 0])));
    writeKeptBeam(writer, at);
  });
  return writer.buffer;
}

/** The rotation from a channel's deflector to the head's frame: heading (clockwise), then elevation, then roll. */
export function channelFrame(scanner: Pick<Scanner, 'head'>, { azimuthOffset, elevation, roll }: LaserChannel): Affine {
  const inScanner = compose(
    rotation(UP, -azimuthOffset),
    compose(rotation([1, 0, 0], elevation), rotation(FORWARD, roll)),
  );
  return compose(invert(headFrame(scanner)), inScanner);
}
