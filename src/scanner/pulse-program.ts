import { type Affine, compose, rotation } from '../base/affine.js';
import { RecordWriter } from '../base/record-writer.js';
import type { Vec3 } from '../base/vec3.js';
import { Knot, PulseProgram as Record } from '../engine/records.generated.js';
import type { Attitude, Leg, Mount } from '../platform/leg.js';
import { channelRecords, columnsOf, headFrame } from './channel-records.js';
import { DEFLECTORS, type DeviceDeflector, deflectorParts } from './deflector-parts.js';
import { kindOf } from './deflectors/index.js';
import { knotRecords } from './knot-records.js';
import { legTiming } from './leg-timing.js';
import type { Scanner } from './scanner.js';

/** A leg as the device takes it: a few numbers from which every pulse follows, however many there are. */
export interface PulseProgram {
  pulseCount: number;
  /** What deflects the beam. */
  deflector: DeviceDeflector;
  /** A PulseProgram record. */
  record: ArrayBuffer;
  /** Channel records. */
  channels: ArrayBuffer;
  /** Records of the deflector's parts. */
  parts: ArrayBuffer;
  /** Knot records of the platform's path. */
  knots: ArrayBuffer;
  /** From the first pulse to the end of the leg, seconds. */
  duration: number;
}

/** Bytes of a program's lists. */
export type ProgramBytes = Readonly<{ channels: number; parts: number; knots: number }>;

/** What an engine must be ready for: one kind of deflector, and lists up to so long. */
export type ProgramRoom = ProgramBytes & { readonly deflector: DeviceDeflector };

/** Room for any of the programs, which are those of one scanner; at least one. */
export function programRoomOf(programs: Iterable<PulseProgram>): ProgramRoom {
  const room = { deflector: DEFLECTORS[0] as DeviceDeflector, channels: 0, parts: 0, knots: 0 };
  for (const program of programs) {
    room.deflector = program.deflector;
    for (const list of PROGRAM_LISTS) room[list] = Math.max(room[list], program[list].byteLength);
  }
  return room;
}

const PROGRAM_LISTS = ['channels', 'parts', 'knots'] as const;

/** The rotation of a body (x right, y forward, z up) into the world: heading clockwise from +y, then pitch, then roll. */
export function attitudeRotation({ heading, pitch, roll }: Attitude): Affine {
  return compose(rotation([0, 0, 1], -heading), compose(rotation([1, 0, 0], pitch), rotation([0, 1, 0], roll)));
}

/**
 * The program of a leg, numbers relative to `frameOrigin` (world, metres). `mount` holds where the leg has none of its own;
 * `legIndex` keeps the random numbers of legs apart. The leg must be one that legFault finds nothing wrong with.
 */
export function createPulseProgram(
  scanner: Scanner,
  mount: Mount,
  leg: Leg,
  legIndex: number,
  frameOrigin: Vec3,
): PulseProgram {
  const timing = legTiming(scanner, leg);
  const start = { leadStep: timing.leadStep, warmup: leg.warmup ?? 0 };
  const { kind, records: parts, count } = deflectorParts(kindOf(scanner.deflector).optics(scanner.deflector, start));
  const knots = knotRecords(leg.path, timing.duration, frameOrigin);
  const writer = new RecordWriter(Record.SIZE);
  writer.u32(Record.kind, DEFLECTORS.indexOf(kind));
  writer.u32(Record.pulseCount, timing.pulseCount);
  writer.u32(Record.channelCount, scanner.channels.length);
  writer.u32(Record.leg, legIndex);
  writer.u32(Record.cycle, timing.cycle);
  writer.u32(Record.lead, timing.lead);
  writer.u32(Record.phase, timing.phase);
  writer.u32(Record.partCount, count);
  writer.u32(Record.knotCount, knots.byteLength / Knot.SIZE);
  writer.f64(Record.cyclePeriod, timing.cyclePeriod);
  writer.f64(Record.pulsePeriod, timing.pulsePeriod);
  writer.f64(Record.cycleTime, timing.cycleTime);
  writer.f64(Record.headStart, leg.azimuthStart + timing.headRate * (leg.warmup ?? 0));
  writer.f64(Record.headRate, timing.headRate);
  writer.f64(Record.sector, timing.sector);
  writeMount(writer, scanner, leg.mount ?? mount);
  const { pulseCount, duration } = timing;
  return {
    pulseCount,
    deflector: kind,
    record: writer.buffer,
    channels: channelRecords(scanner),
    parts,
    knots,
    duration,
  };
}

/** The head's frame in the body, and the lever arm to it. */
function writeMount(writer: RecordWriter, scanner: Scanner, mount: Mount): void {
  const axes = columnsOf(compose(attitudeRotation(mount), headFrame(scanner)));
  writer.columns(Record.axisX, Record.axisY, Record.axisZ, axes);
  writer.f64s(Record.leverArm, mount.position);
}
