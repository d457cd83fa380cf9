import type { Affine } from '../base/affine.js';
import { compose, rotation, transformDirection, transformPoint, translation } from '../base/affine.js';
import type { Vec3 } from '../base/vec3.js';
import { length, subtract } from '../base/vec3.js';
import { Channel, PulseProgram as Record } from '../engine/records.generated.js';
import type { Attitude, Leg } from '../platform/leg.js';
import type { LaserChannel, RotatingPolygon, Scanner, SpinningArray } from './scanner.js';

/** A leg as the device takes it: a few numbers from which every pulse follows, however many there are. */
export interface PulseProgram {
  pulseCount: number;
  /** A PulseProgram record. */
  record: ArrayBuffer;
  /** Channel records. */
  channels: ArrayBuffer;
  /** From the first pulse to the end of the leg, seconds. */
  duration: number;
}

/** Scanner on the platform: where its frame lies in the body's. */
export interface Mount extends Attitude {
  position: Vec3;
}

const TURN = 2 * Math.PI;
const KIND = { spinning: 0, polygon: 1 } as const;

/** Pulses of a leg that a record can number. */
export const LEG_PULSES_MAX = 2 ** 32 - 1;

/** The rotation of a body (x right, y forward, z up) into the world: heading clockwise from +y, then pitch, then roll. */
export function attitudeRotation({ heading, pitch, roll }: Attitude): Affine {
  return compose(rotation([0, 0, 1], -heading), compose(rotation([1, 0, 0], pitch), rotation([0, 1, 0], roll)));
}

/** How long a leg lasts and how its pulses follow in time. */
interface Timing {
  pulseCount: number;
  cycle: number;
  cyclePeriod: number;
  pulsePeriod: number;
  azimuthRate: number;
  duration: number;
}

/** Seconds that a leg lasts, or undefined where the scanner's own turn decides. */
function legDuration({ path }: Leg): number | undefined {
  return path.kind === 'station' ? path.duration : length(subtract(path.to, path.from)) / path.speed;
}

function sectorOf(leg: Leg): number {
  return Math.min(TURN, leg.azimuthEnd - leg.azimuthStart);
}

function spinningTiming(deflector: SpinningArray, leg: Leg): Timing {
  const duration = legDuration(leg) ?? sectorOf(leg) / TURN / deflector.rotationRateHz;
  const cycle = deflector.channels.length;
  return {
    pulseCount: Math.ceil(duration / deflector.firingPeriod) * cycle,
    cycle,
    cyclePeriod: deflector.firingPeriod,
    pulsePeriod: 0,
    azimuthRate: TURN * deflector.rotationRateHz,
    duration,
  };
}

/** Angles that differ by less than this share of a step count as equal: 100°/0.1° are 1000 steps, not 999. */
const STEP_SLACK = 1e-6;

function polygonTiming(deflector: RotatingPolygon, leg: Leg): Timing {
  const window = deflector.elevationMax - deflector.elevationMin;
  const cycle = Math.floor(window / deflector.verticalStep + STEP_SLACK) + 1;
  const pulsePeriod = 1 / deflector.pulseRateHz;
  const facet = Math.max(cycle, (deflector.facetAngle ?? 0) / deflector.verticalStep) * pulsePeriod;
  const cyclePeriod = Math.max(facet, 1 / deflector.lineRateMaxHz);
  const lines = Math.ceil(sectorOf(leg) / deflector.horizontalStep - STEP_SLACK);
  const duration = legDuration(leg) ?? lines * cyclePeriod;
  return {
    pulseCount: Math.ceil(duration / cyclePeriod - STEP_SLACK) * cycle,
    cycle,
    cyclePeriod,
    pulsePeriod,
    azimuthRate: deflector.horizontalStep / cyclePeriod,
    duration,
  };
}

/** Pulses, seconds and cycle of a leg, without making its program. */
export function legTiming(scanner: Scanner, leg: Leg): Timing {
  const { deflector } = scanner;
  return deflector.kind === 'spinning' ? spinningTiming(deflector, leg) : polygonTiming(deflector, leg);
}

/**
 * The program of a leg, numbers relative to `frameOrigin` (world, metres). `legIndex` keeps the random numbers of legs apart.
 * The leg must have at most LEG_PULSES_MAX pulses.
 */
export function createPulseProgram(
  scanner: Scanner,
  mount: Mount,
  leg: Leg,
  legIndex: number,
  frameOrigin: Vec3,
): PulseProgram {
  const timing = legTiming(scanner, leg);
  const writer = new RecordWriter(Record.SIZE);
  writer.u32(Record.kind, KIND[scanner.deflector.kind]);
  writer.u32(Record.pulseCount, timing.pulseCount);
  writer.u32(Record.cycle, timing.cycle);
  writer.u32(Record.leg, legIndex);
  writer.pair(Record.cyclePeriodHigh, timing.cyclePeriod);
  writer.pair(Record.pulsePeriodHigh, timing.pulsePeriod);
  writer.pair(Record.azimuthStartHigh, leg.azimuthStart);
  writer.pair(Record.azimuthRateHigh, timing.azimuthRate);
  writer.f32(Record.sector, sectorOf(leg) >= TURN ? Number.POSITIVE_INFINITY : sectorOf(leg));
  if (scanner.deflector.kind === 'polygon') {
    writer.pair(Record.elevationStartHigh, scanner.deflector.elevationMin);
    writer.pair(Record.elevationStepHigh, scanner.deflector.verticalStep);
  }
  writePose(writer, mount, leg, frameOrigin, timing.duration);
  return {
    pulseCount: timing.pulseCount,
    record: writer.buffer,
    channels: writeChannels(channelsOf(scanner)),
    duration: timing.duration,
  };
}

function writePose(writer: RecordWriter, mount: Mount, leg: Leg, frameOrigin: Vec3, duration: number): void {
  const { path } = leg;
  const start = path.kind === 'station' ? path.position : path.from;
  const body = compose(translation(start), attitudeRotation(path.attitude));
  const scanner = compose(body, compose(translation(mount.position), attitudeRotation(mount)));
  const velocity: Vec3 = path.kind === 'station' ? [0, 0, 0] : scaleBy(subtract(path.to, path.from), 1 / duration);
  writer.vec3Pair(Record.positionHigh, Record.positionLow, subtract(transformPoint(scanner, [0, 0, 0]), frameOrigin));
  writer.vec3Pair(Record.velocityHigh, Record.velocityLow, velocity);
  writer.vec3(Record.axisX, transformDirection(scanner, [1, 0, 0]));
  writer.vec3(Record.axisY, transformDirection(scanner, [0, 1, 0]));
  writer.vec3(Record.axisZ, transformDirection(scanner, [0, 0, 1]));
  const { heading } = path.attitude;
  writer.vec3(Record.right, [Math.cos(heading), -Math.sin(heading), 0]);
}

const scaleBy = (a: Vec3, s: number): Vec3 => [a[0] * s, a[1] * s, a[2] * s];

/** A polygon scanner is one laser in the middle of the head. */
function channelsOf({ deflector }: Scanner): readonly LaserChannel[] {
  if (deflector.kind === 'spinning') return deflector.channels;
  return [{ elevation: 0, azimuthOffset: 0, origin: deflector.origin, fireTime: 0 }];
}

function writeChannels(channels: readonly LaserChannel[]): ArrayBuffer {
  const writer = new RecordWriter(channels.length * Channel.SIZE);
  channels.forEach((channel, k) => {
    const at = k * Channel.SIZE;
    writer.f32(at + Channel.elevation, channel.elevation);
    writer.f32(at + Channel.azimuthOffset, channel.azimuthOffset);
    writer.pair(at + Channel.fireTimeHigh, channel.fireTime);
    writer.vec3(at + Channel.origin, channel.origin);
  });
  return writer.buffer;
}

/** Writes numbers into a record by byte offset. */
class RecordWriter {
  readonly buffer: ArrayBuffer;
  private readonly view: DataView;

  constructor(bytes: number) {
    this.buffer = new ArrayBuffer(bytes);
    this.view = new DataView(this.buffer);
  }

  u32(at: number, value: number): void {
    this.view.setUint32(at, value, true);
  }

  f32(at: number, value: number): void {
    this.view.setFloat32(at, value, true);
  }

  /** High part, and four bytes on the low part. */
  pair(at: number, value: number): void {
    this.f32(at, value);
    this.f32(at + 4, value - Math.fround(value));
  }

  vec3(at: number, value: Vec3): void {
    for (let k = 0; k < 3; k++) this.f32(at + 4 * k, value[k]);
  }

  vec3Pair(high: number, low: number, value: Vec3): void {
    this.vec3(high, value);
    this.vec3(low, [
      value[0] - Math.fround(value[0]),
      value[1] - Math.fround(value[1]),
      value[2] - Math.fround(value[2]),
    ]);
  }
}
