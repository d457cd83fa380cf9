import { type Affine, compose, rotation } from '../base/affine.js';
import { invariant, UserError } from '../base/errors.js';
import { type StreamKey, streamKey } from '../base/random.js';
import type { Vec3 } from '../base/vec3.js';
import { DEVICE_DEFLECTORS } from '../device/deflectors.generated.js';
import type { PulseProgram } from '../device/pulse-program.js';
import {
  AT_HITS,
  AT_RANGE,
  BINS,
  Bins,
  CLOCK_PAUSES,
  CLOCK_RESTARTS,
  CLOCK_RUNS,
  CLUSTERS,
  Deviation,
  ERROR_CELLS,
  FWHM_PER_SIGMA,
  Instrument,
  Knot,
  LIGHT_SPEED,
  PEAKS,
  REACH,
  PulseProgram as Record,
} from '../device/records.generated.js';
import type { Jitter } from '../platform/jitter.js';
import type { Attitude, Leg, Mount } from '../platform/leg.js';
import { BINS_DEFAULTS } from '../scanner/bin-settings.js';
import { binFault, binPulse, metresPerBin } from '../scanner/bins.js';
import { deflectorKind } from '../scanner/deflectors/index.js';
import { energyFactor } from '../scanner/energy-factor.js';
import { type Footprint, ONE_SUBRAY } from '../scanner/footprint.js';
import { farthestPlace } from '../scanner/footprint-layout.js';
import { type Falloff, heliosFalloff } from '../scanner/helios-energy.js';
import { type LegTiming, legTiming } from '../scanner/leg-timing.js';
import { peakRate } from '../scanner/peak-rate.js';
import { PHYSICS, type Physics, waysOf } from '../scanner/physics.js';
import type { Detection, Scanner } from '../scanner/scanner.js';
import { ERROR_ANGLES, errorAngle, type SystematicErrors, systematicErrorsAt } from '../scanner/systematic-errors.js';
import { binRecords, binsRecorded } from './bin-records.js';
import { channelRecords, headFrame, rotationColumns } from './channel-records.js';
import { deflectorElements } from './deflector-elements.js';
import { jitterRecords } from './jitter-records.js';
import { writeKeptHead } from './kept-head.js';
import { writeKeptPose } from './kept-pose.js';
import { knotRecords } from './knot-records.js';
import { binReceiverRecord, receiverRecords } from './receiver-records.js';
import { RecordWriter } from './record-writer.js';
import { subrayRecords } from './subray-records.js';

/** Bound of normal numbers that are made of 32 bits each, with some room for rounding: √(2 · 33 ln 2) = 6.7637. */
const NORMAL_MAX = 6.77;

/** A leg, and everything that determines its pulses. */
export interface ProgramInput {
  scanner: Scanner;
  /** Pose of the scanner's frame in the platform's, for a leg without its own. */
  mount: Mount;
  /** A leg without faults by legFault. */
  leg: Leg;
  /**
   * Separates random numbers from those of other legs, instruments and surveys (`streamKey`); absent: the key of seed
   * 1.
   */
  randomKey?: StreamKey;
  /** World, metres: the origin of the program's numbers. */
  frameOrigin: Vec3;
  /** Absent: one subray. */
  footprint?: Footprint;
  /** Extinction coefficient of the air, 1/m, one way; absent: 0. */
  extinction?: number;
  /** Absent: that of instruments, PHYSICS.si. */
  physics?: Physics;
  /** Whether the true places of returns are asked for; absent: no. */
  truePlaces?: boolean;
  /** Without numbers that the whole survey shares (`withConstants`); absent: none. */
  jitter?: Jitter;
  /** The scene's clock when the leg's begins, seconds; absent: 0. */
  sceneTime?: number;
}

/**
 * The rotation of a body (x right, y forward, z up) into the world: heading clockwise from +y, then pitch, then roll.
 */
export function attitudeRotation({ heading, pitch, roll }: Attitude): Affine {
  return compose(rotation([0, 0, 1], -heading), compose(rotation([1, 0, 0], pitch), rotation([0, 1, 0], roll)));
}

/**
 * Creates the program of a leg for the device: a few numbers that define all its pulses. SI units, angles in radians.
 * Throws UserError for bins that do not divide the pulse (`physics.echoes: bins`).
 *
 * @example
 * ```ts
 * const { scanner, mount } = survey.instruments[0];
 * const program = createPulseProgram({ scanner, mount, leg: survey.legs[0], frameOrigin: [0, 0, 0] });
 * ```
 */
export function createPulseProgram(input: ProgramInput): PulseProgram {
  const { scanner, leg, frameOrigin, footprint = ONE_SUBRAY, physics: { energy } = PHYSICS.si } = input;
  const falloff = energy === 'lidar' ? undefined : heliosFalloff(energy, scanner, footprint);
  const timing = legTiming(scanner, leg);
  const start = { leadStep: timing.leadStep, warmup: leg.warmup ?? 0, restarts: scanner.lines === 'restarted' };
  const optics = deflectorKind(scanner.deflector).optics(scanner.deflector, start);
  const { deflector, records: elements, count } = deflectorElements(optics);
  const knots = knotRecords(leg.path, timing.duration, frameOrigin);
  const program = programRecord(input, timing, {
    kind: DEVICE_DEFLECTORS[deflector].number,
    elementCount: count,
    knots,
  });
  return {
    pulseCount: timing.pulseCount,
    deflector,
    duration: timing.duration,
    buffers: {
      instrument: instrumentRecord(input, timing, falloff),
      ...receiverRecords(scanner.sampling),
      ...waveformBins(input),
      subrays: subrayRecords(footprint, falloff),
      program,
      channels: channelRecords(scanner),
      elements,
      knots,
      jitters: jitterRecords(input.jitter),
      deviations: deviationRecords(scanner.detection.systematicErrors),
    },
  };
}

function programRecord(
  { scanner, mount, leg, randomKey = streamKey(1), footprint = ONE_SUBRAY }: ProgramInput,
  timing: LegTiming,
  lists: { kind: number; elementCount: number; knots: ArrayBuffer },
): ArrayBuffer {
  const writer = new RecordWriter(Record.SIZE);
  writer.u32(Record.kind, lists.kind);
  writer.u32(Record.pulseCount, timing.pulseCount);
  writer.u32(Record.channelCount, scanner.channels.length);
  writer.u32(Record.cycle, timing.cycle);
  writer.u32(Record.lead, timing.lead);
  writer.u32(Record.phase, timing.phase);
  writer.u32(Record.elementCount, lists.elementCount);
  writer.u32(Record.knotCount, lists.knots.byteLength / Knot.SIZE);
  randomKey.forEach((word, k) => {
    writer.u32(Record.key + 4 * k, word);
  });
  writer.f64(Record.cyclePeriod, timing.cyclePeriod);
  writer.f64(Record.pulsePeriod, timing.pulsePeriod);
  writer.f64(Record.cycleTime, timing.cycleTime);
  writeClock(writer, scanner, timing);
  const headStart = leg.azimuthStart + timing.headRate * (leg.warmup ?? 0);
  writer.f64(Record.headStart, headStart);
  writer.f64(Record.headRate, timing.headRate);
  writer.f64(Record.sector, timing.sector);
  // HELIOS++ turns the rings of a beam that goes round, as if the beam were fixed to its mirror.
  const goesRound = deflectorKind(scanner.deflector).shape === 'loop';
  writer.u32(Record.rolls, footprint.pattern === 'helios' && goesRound ? 1 : 0);
  writer.u32(Record.errorCells, scanner.detection.systematicErrors === undefined ? 0 : ERROR_CELLS);
  writeKeptHead(writer, headStart, timing.headRate);
  writeMount(writer, scanner, leg.mount ?? mount);
  writeKeptPose(writer, lists.knots);
  return writer.buffer;
}

/** The laser's clock against the lines of its mirror, and the way of the mirror until a channel fires. */
function writeClock(writer: RecordWriter, { lines }: Scanner, { cycle, pulsePeriod, running, jumps }: LegTiming): void {
  const clock = running === undefined ? CLOCK_RESTARTS : running.window === undefined ? CLOCK_RUNS : CLOCK_PAUSES;
  writer.u32(Record.clock, clock);
  writer.f64(Record.cycleSteps, running?.steps ?? cycle);
  writer.f64(Record.cycleEntry, running?.entry ?? 0);
  writer.f64(Record.window, running?.window ?? cycle);
  const moves = lines !== 'restarted' && !jumps && pulsePeriod > 0;
  writer.f64(Record.stepsPerSecond, moves ? 1 / pulsePeriod : 0);
}

/** Beam, air and receiver. */
function instrumentRecord(
  {
    scanner,
    footprint = ONE_SUBRAY,
    extinction = 0,
    physics = PHYSICS.si,
    truePlaces = false,
    sceneTime = 0,
  }: ProgramInput,
  timing: LegTiming,
  falloff: Falloff | undefined,
): ArrayBuffer {
  const { detection, divergence, exitRadius, pulse, receiver } = scanner;
  const writer = new RecordWriter(Instrument.SIZE);
  writer.f32(Instrument.divergenceRight, divergence.horizontal);
  writer.f32(Instrument.divergenceUp, divergence.vertical);
  const rayleigh = [divergence.horizontal, divergence.vertical].map((angle) => rayleighLength(exitRadius, angle));
  writer.f32(Instrument.rayleighRight, rayleigh[0]);
  writer.f32(Instrument.rayleighUp, rayleigh[1]);
  // Exits are computed from directions in f32, so they are known to a few units of 2⁻²⁴ of the Rayleigh length.
  writer.f32(Instrument.exitReach, exitRadius * farthestPlace(footprint) + 1e-6 * Math.max(...rayleigh));
  writer.f32(Instrument.energyFactor, energyFactor(scanner));
  writer.f32(Instrument.extinction, extinction);
  writer.f32(Instrument.pulseDuration, pulse.duration);
  writeReceiver(writer, scanner, physics);
  writeNoise(writer, detection, timing.headRate !== 0);
  writeGate(writer, scanner, physics);
  writer.u32(Instrument.maxReturns, detection.maxReturns);
  writer.f32(Instrument.overlapFrom, receiver.overlap?.from ?? 0);
  writer.f32(Instrument.overlapTo, receiver.overlap?.to ?? 0);
  writer.f32(Instrument.blindZone, physics.blindZone === 'pulse' ? riseOf(scanner, physics) : 0);
  const isOnAxis = physics.points === 'axis';
  writer.u32(Instrument.onAxis, isOnAxis && !truePlaces ? 1 : 0);
  writer.u32(Instrument.located, truePlaces ? (isOnAxis ? AT_HITS : AT_RANGE) : 0);
  writer.f32(Instrument.falloffWaist, falloff?.waist ?? 0);
  writer.f32(Instrument.falloffPerFocus, falloff?.perFocus ?? 0);
  writer.f32(Instrument.falloffGrowth, falloff?.growth ?? 0);
  writer.f32(Instrument.falloffNear, falloff?.near ?? 0);
  writer.f32Pair(Instrument.sceneTimeHigh, Instrument.sceneTimeLow, sceneTime);
  return writer.buffer;
}

/**
 * The method by which hits become returns. Without sampling the received pulse is Gaussian, with the duration of the
 * sent one; in bins it has the form of HELIOS++'s.
 */
function writeReceiver(writer: RecordWriter, scanner: Scanner, physics: Physics): void {
  const { detection, pulse, sampling } = scanner;
  const { method = 'peaks', rangeResolution, minEnergy } = detection;
  const inBins = physics.echoes === 'bins';
  const deviation = sampling?.spread ?? pulse.duration / FWHM_PER_SIGMA;
  const rate = peakRate(pulse.duration);
  writer.u32(Instrument.method, inBins ? BINS : { peaks: PEAKS, clusters: CLUSTERS }[method]);
  writer.f32(Instrument.rangeResolution, rangeResolution);
  writer.f32(Instrument.minEnergy, minEnergy);
  const spread = spreadOf(deviation, physics);
  writer.f32(Instrument.pulseSpread, spread);
  writer.f32(Instrument.slicesAMetre, 1 / sliceWidth(method === 'peaks' ? spread : Math.min(spread, rangeResolution)));
  writer.f32(Instrument.peakRate, inBins ? binPulse(scanner).peakRate : rate);
  writer.f32(Instrument.minPower, minEnergy * rate);
  writer.f32(Instrument.ways, waysOf(physics));
}

/** Width of a slice of foliage at first, metres, from the least distance of two hits that receivers tell apart. */
const sliceWidth = (least: number): number => Math.max(least, 0.005);

/** Range that light covers while a pulse rises to its highest bin, metres. */
const riseOf = (scanner: Scanner, physics: Physics): number =>
  binPulse(scanner).peak * metresPerBin(scanner.detection.bins ?? BINS_DEFAULTS, waysOf(physics));

/** The buffers of echoes in bins, in which the receiver has no part; otherwise the record holds nothing of use. */
function waveformBins({ scanner, footprint = ONE_SUBRAY, physics = PHYSICS.si }: ProgramInput): {
  bins: ArrayBuffer;
  response?: ArrayBuffer;
  receiver?: ArrayBuffer;
} {
  if (physics.echoes !== 'bins') return { bins: new ArrayBuffer(Bins.SIZE) };
  const fault = binFault(scanner);
  if (fault !== undefined)
    throw new UserError(`${scanner.id}: detection.bins.${fault.key}: found ${fault.found}, expected ${fault.expected}`);
  return { ...binRecords(scanner, waysOf(physics)), receiver: binReceiverRecord(binsRecorded(scanner, footprint)) };
}

/**
 * Standard deviations. If no head turns, the axis is the beam's right-hand direction: a turn about it moves the ray
 * upwards.
 */
function writeNoise(writer: RecordWriter, detection: Detection, headTurns: boolean): void {
  const { axisAngleNoise, rayAngleNoise } = detection;
  writer.f32(Instrument.rangeNoise, detection.rangeNoise);
  writer.f32(Instrument.rangeNoisePerMetre, detection.rangeNoisePerMetre);
  writer.f32(Instrument.headAngleNoise, headTurns ? axisAngleNoise : 0);
  writer.f32(Instrument.rightAngleNoise, rayAngleNoise);
  writer.f32(Instrument.upAngleNoise, headTurns ? rayAngleNoise : Math.hypot(rayAngleNoise, axisAngleNoise));
}

/**
 * How far noise may move ranges. A sampling receiver finds echoes beside their hits by a part of the pulse.
 */
function writeGate(writer: RecordWriter, { detection, sampling }: Scanner, physics: Physics): void {
  const isMeasured = physics.limits === 'measured';
  const [noise, growth] = [detection.rangeNoise, detection.rangeNoisePerMetre].map((sigma) => NORMAL_MAX * sigma);
  const isSampled = sampling !== undefined && physics.echoes !== 'bins';
  const reach = noise + (isSampled ? REACH * spreadOf(sampling.spread, physics) : 0);
  const isGated = isMeasured && (reach > 0 || growth > 0);
  writer.u32(Instrument.measuredLimits, isMeasured ? 1 : 0);
  writer.u32(Instrument.gated, isGated ? 1 : 0);
  writer.f32(Instrument.gateReach, isGated ? reach : 0);
  writer.f32(Instrument.gateGrowth, isGated ? growth : 0);
  writer.f32(Instrument.gateStretch, !isGated ? 1 : growth < 1 ? 1 / (1 - growth) : Infinity);
}

/** Metres of range of a standard deviation of the received pulse, seconds. */
const spreadOf = (deviation: number, physics: Physics): number => (deviation * LIGHT_SPEED) / waysOf(physics);

/** Distance at which a beam is √2 times as wide as at its exit; 0 if it begins as a point. */
const rayleighLength = (exitRadius: number, divergence: number): number =>
  exitRadius === 0 ? 0 : exitRadius / divergence;

/** The head's frame in the body, and the lever arm to it. */
function writeMount(writer: RecordWriter, scanner: Scanner, mount: Mount): void {
  const axes = rotationColumns(compose(attitudeRotation(mount), headFrame(scanner)));
  writer.columns(Record.axisX, Record.axisY, Record.axisZ, axes);
  writer.f64s(Record.leverArm, mount.position);
}

/** The table of an instrument's systematic errors; empty without any. */
function deviationRecords(errors: SystematicErrors | undefined): ArrayBuffer {
  if (errors === undefined) return new ArrayBuffer(0);
  invariant(ERROR_CELLS === ERROR_ANGLES, 'errors are checked at the edges of the cells');
  const at = systematicErrorsAt(errors);
  const writer = new RecordWriter((ERROR_CELLS + 1) * Deviation.SIZE);
  for (let k = 0; k <= ERROR_CELLS; k++) {
    const { range, deflection, head } = at(errorAngle(k));
    writer.f32(k * Deviation.SIZE + Deviation.range, range);
    writer.f32(k * Deviation.SIZE + Deviation.deflection, deflection);
    writer.f32(k * Deviation.SIZE + Deviation.head, head);
  }
  return writer.buffer;
}
