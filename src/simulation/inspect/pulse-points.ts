import { NO_WAVEFORM, type WaveformBatch } from '../../cloud/waveform-batch.js';
import type { PulseProgram, PulseRange } from '../../device/pulse-program.js';
import type { PulseBuffers, PulseTracer } from '../../engine/cpu/pulse-tracer.js';
import type { Scanner } from '../../scanner/scanner.js';
import { shotsAround } from '../artefacts/index.js';
import { createLegPoints, needsOrder, type PieceOfPoints } from '../points/leg-points.js';
import { keepPoints, type TracedPoints } from '../points/traced-points.js';
import { unpackWaveforms } from '../points/unpack-waveforms.js';
import type { LegInspection } from './leg-inspection.js';

/** The points of a pulse at the true hits: as the instrument measures them, and those left by restrictions. */
export interface PointsOfPulse {
  measured: TracedPoints;
  traced: TracedPoints;
}

/**
 * The points of a pulse as a run makes them. Where artefacts of shots act on each other, those around it are traced as
 * well.
 */
export function pointsOfPulse(
  tracer: PulseTracer,
  of: LegInspection,
  pulse: number,
  { outputs }: PulseBuffers,
): PointsOfPulse {
  const single = { first: pulse, end: pulse + 1 };
  const range = needsOrder(of.scan, of.at.leg) ? pulsesAround(of.scanner, of.program, pulse) : single;
  const { traced: scan, at, facts: scene, lister } = of;
  const points = createLegPoints({ scan, index: at.leg, scene, lister, begin: range.first });
  let made: PieceOfPoints | undefined;
  if (range.end - range.first === 1) made = points.make({ ...range, outputs });
  else
    tracer.trace(range, (piece) => {
      const next = points.make(piece);
      if (next.measured.first <= pulse && pulse < next.measured.end) made = next;
    });
  const { measured, traced } = made as PieceOfPoints;
  return { measured: ofPulse(measured, of, pulse), traced: ofPulse(traced, of, pulse) };
}

/**
 * The pulses on which the points of a pulse depend where artefacts of shots act on each other: whole shots around it.
 */
export function pulsesAround(scanner: Scanner, program: Pick<PulseProgram, 'pulseCount'>, pulse: number): PulseRange {
  const around = shotsAround(scanner.detection.artefacts ?? {}) ?? 0;
  const lasers = scanner.channels.length;
  const shot = Math.floor(pulse / lasers);
  return {
    first: Math.max(0, shot - around) * lasers,
    end: Math.min(program.pulseCount, (shot + around + 1) * lasers),
  };
}

/** The points of a pulse alone, without waveforms where the survey asks for none. */
function ofPulse(all: TracedPoints, { scan }: LegInspection, pulse: number): TracedPoints {
  const indices = Uint32Array.from(all.pulses.keys()).filter((k) => all.pulses[k] === pulse);
  const kept = keepPoints(all, indices);
  const { waveform, returnTime, ...plain } = kept.points;
  if (!scan.waveforms || waveform === undefined) return { ...kept, points: plain };
  const before = all.waveforms?.pulse.indexOf(pulse) ?? 0;
  const own = waveform.map((part) => (part === NO_WAVEFORM ? part : part - before));
  return { ...kept, points: { ...plain, waveform: own, returnTime } };
}

/** The waveforms that are recorded of a pulse; undefined if nothing records any. */
export function recordedOf(
  { recorder, facts, scan, at, lister }: LegInspection,
  pulse: number,
  { outputs }: PulseBuffers,
): WaveformBatch | undefined {
  if (recorder === undefined) return undefined;
  const { startTime, pointSourceId } = scan.legs[at.leg];
  const { frameOrigin } = facts;
  const context = { recorder, frameOrigin, startTime, pointSourceId, instrument: scan.instrument };
  return unpackWaveforms(outputs, { ...context, first: pulse, pulses: lister(pulse, 1) });
}
