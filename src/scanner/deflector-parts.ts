import { RecordWriter } from '../base/record-writer.js';
import { Aim, Cone, Facet, Nutation, Prism, Stroke, Swing } from '../device/records.generated.js';
import type { Leg } from '../platform/leg.js';
import { type LegTiming, shotsPerCycle, warmupShots } from './leg-timing.js';
import type {
  ConicMirror,
  Deflector,
  FibreLine,
  MirrorSwing,
  OscillatingMirror,
  PalmerMirror,
  RisleyPrisms,
  RotatingPolygon,
  ScanLines,
  ShotPattern,
} from './scanner.js';

/** What the device calls a deflector; the place in the list is PulseProgram.kind. */
export const DEFLECTORS = ['steady', 'sweep', 'oscillate', 'swing', 'cone', 'nutate', 'refract', 'pattern'] as const;

export type DeviceDeflector = (typeof DEFLECTORS)[number];

/** The deflector of a leg as the device takes it. */
export interface DeflectorParts {
  kind: DeviceDeflector;
  /** Records of the kind: Facet, Stroke, Swing, …; at least one. */
  records: ArrayBuffer;
  count: number;
}

/** The records of `deflector` for a leg. */
export function deflectorParts(deflector: Deflector, timing: LegTiming, leg: Leg): DeflectorParts {
  switch (deflector.kind) {
    case 'spinning':
      return { kind: 'steady', records: new ArrayBuffer(Aim.SIZE), count: 1 };
    case 'polygon':
      return polygonFacets(deflector, timing);
    case 'line':
    case 'parallel':
    case 'zigzag':
      return lineFacets(deflector);
    case 'oscillating':
      return deflector.motion === 'linear' ? strokes(deflector) : resonantSwing(deflector, leg);
    case 'conic':
      return cone(deflector, leg);
    case 'palmer':
      return nutation(deflector, leg);
    case 'risley':
      return prisms(deflector, leg);
    case 'mems':
      return swings([deflector.horizontal, deflector.vertical], deflector.pulseRateHz, warmupShots(deflector, leg));
    case 'pattern':
      return aims(deflector);
  }
}

interface FacetAngles {
  start: number;
  step: number;
  tilt?: number;
  shaft?: number;
}

function facets(angles: readonly FacetAngles[]): DeflectorParts {
  const writer = new RecordWriter(angles.length * Facet.SIZE);
  angles.forEach(({ start, step, tilt = 0, shaft = 0 }, k) => {
    const at = k * Facet.SIZE;
    writer.f64(at + Facet.start, start);
    writer.f64(at + Facet.step, step);
    writer.rotation(at + Facet.tiltSine, [Math.sin(tilt)]);
    writer.rotation(at + Facet.tiltCosine, [Math.cos(tilt)]);
    writer.rotation(at + Facet.shaftSine, [Math.sin(shaft)]);
    writer.rotation(at + Facet.shaftCosine, [Math.cos(shaft)]);
  });
  return { kind: 'sweep', records: writer.buffer, count: angles.length };
}

/** The facet under way at the start of the leg is the last one. */
function polygonFacets(deflector: RotatingPolygon, { leadStep }: LegTiming): DeflectorParts {
  const { elevationMin: start, verticalStep: step, facetTilts = [0], shaftInclination: shaft } = deflector;
  const whole = facetTilts.map((tilt) => ({ start, step, tilt, shaft }));
  return facets([{ ...whole[whole.length - 1], start: start + leadStep * step }, ...whole]);
}

function lineFacets(deflector: FibreLine | ScanLines): DeflectorParts {
  const field = deflector.kind === 'line' ? 2 * deflector.halfAngle : deflector.fieldOfView;
  const there = { start: -field / 2, step: field / shotsPerCycle(deflector) };
  const back = { start: field / 2, step: -there.step };
  return facets(deflector.kind === 'zigzag' ? [there, there, back] : [there, there]);
}

/**
 * Strokes of a half cycle of H shots with turns of T = 2τ: increments of D (k − 1)/(τ − 1) up to shot τ − 1, D up to H − τ − 1,
 * D (H − k)/τ up to H, with D = 2θ/(H − τ − ½); without turns D = 2θ/H throughout. From −θ to θ.
 */
function strokes(deflector: OscillatingMirror): DeflectorParts {
  const { halfAngle, turningPulses } = deflector;
  const half = Math.floor(shotsPerCycle(deflector) / 2);
  const turn = turningPulses / 2;
  if (turn === 0) return strokeRecords([[0, -halfAngle, (2 * halfAngle) / half, 0]]);
  const even = (2 * halfAngle) / (half - turn - 0.5);
  const up = turn > 1 ? even / (2 * (turn - 1)) : 0;
  const down = even / (2 * turn);
  const reached = -halfAngle + up * (turn - 1) * (turn - 2);
  return strokeRecords([
    [0, -halfAngle, -up, up],
    [turn, reached - even * (turn - 1), even, 0],
    [half - turn, halfAngle - down * half * (half - 1), down * (2 * half - 1), -down],
  ]);
}

function strokeRecords(
  rows: readonly (readonly [first: number, c0: number, c1: number, c2: number])[],
): DeflectorParts {
  const writer = new RecordWriter(rows.length * Stroke.SIZE);
  rows.forEach(([first, c0, c1, c2], k) => {
    const at = k * Stroke.SIZE;
    writer.u32(at + Stroke.first, first);
    writer.f64(at + Stroke.c0, c0);
    writer.f64(at + Stroke.c1, c1);
    writer.f64(at + Stroke.c2, c2);
  });
  return { kind: 'oscillate', records: writer.buffer, count: rows.length };
}

const STILL: MirrorSwing = { amplitude: 0, rateHz: 0, phase: 0, waveform: 'sine' };
/** A sine begins at its lowest point three quarters on. */
const LOWEST = 0.75;

function resonantSwing(deflector: OscillatingMirror, leg: Leg): DeflectorParts {
  const { halfAngle: amplitude, scanRateHz: rateHz, pulseRateHz } = deflector;
  const vertical: MirrorSwing = { amplitude, rateHz, phase: LOWEST, waveform: 'sine' };
  return swings([STILL, vertical], pulseRateHz, warmupShots(deflector, leg));
}

const WAVEFORMS = { sine: 0, triangle: 1, sawtooth: 2 } as const;

function swings(axes: readonly MirrorSwing[], pulseRateHz: number, before: number): DeflectorParts {
  const writer = new RecordWriter(axes.length * Swing.SIZE);
  axes.forEach(({ amplitude, rateHz, phase, waveform }, k) => {
    const at = k * Swing.SIZE;
    writer.f64(at + Swing.amplitude, amplitude);
    writer.f64(at + Swing.cyclesPerShot, rateHz / pulseRateHz);
    writer.f64(at + Swing.phase, turnsAfter(rateHz / pulseRateHz, before) + phase);
    writer.u32(at + Swing.waveform, WAVEFORMS[waveform]);
  });
  return { kind: 'swing', records: writer.buffer, count: axes.length };
}

/** What `shots` shots leave of a turn, 0…1. */
function turnsAfter(turnsPerShot: number, shots: number): number {
  const turns = turnsPerShot * shots;
  return turns - Math.floor(turns);
}

type TurnFields = Readonly<Record<'turnsPerShot' | 'phase', number>>;

/** How far a part turns from shot to shot, and where it stands after `before` of them: two fields of its record at `at`. */
function writeTurns(writer: RecordWriter, at: number, fields: TurnFields, turnsPerShot: number, before: number): void {
  writer.f64(at + fields.turnsPerShot, turnsPerShot);
  writer.f64(at + fields.phase, turnsAfter(turnsPerShot, before));
}

function cone(deflector: ConicMirror, leg: Leg): DeflectorParts {
  const writer = new RecordWriter(Cone.SIZE);
  writeTurns(writer, 0, Cone, deflector.rotationRateHz / deflector.pulseRateHz, warmupShots(deflector, leg));
  writer.rotation(Cone.across, [Math.tan(deflector.halfAngleAcross)]);
  writer.rotation(Cone.along, [Math.tan(deflector.halfAngleAlong)]);
  return { kind: 'cone', records: writer.buffer, count: 1 };
}

function nutation(deflector: PalmerMirror, leg: Leg): DeflectorParts {
  const writer = new RecordWriter(Nutation.SIZE);
  writeTurns(writer, 0, Nutation, deflector.rotationRateHz / deflector.pulseRateHz, warmupShots(deflector, leg));
  writer.rotation(Nutation.tiltSine, [Math.sin(deflector.mirrorTilt)]);
  writer.rotation(Nutation.tiltCosine, [Math.cos(deflector.mirrorTilt)]);
  writer.rotation(Nutation.incidenceSine, [Math.sin(deflector.incidence)]);
  writer.rotation(Nutation.incidenceCosine, [Math.cos(deflector.incidence)]);
  return { kind: 'nutate', records: writer.buffer, count: 1 };
}

function prisms(deflector: RisleyPrisms, leg: Leg): DeflectorParts {
  const writer = new RecordWriter(deflector.prisms.length * Prism.SIZE);
  deflector.prisms.forEach(({ angle, refractiveIndex, rotationRateHz }, k) => {
    const at = k * Prism.SIZE;
    const index = refractiveIndex / deflector.airIndex;
    writeTurns(writer, at, Prism, rotationRateHz / deflector.pulseRateHz, warmupShots(deflector, leg));
    writer.rotation(at + Prism.wedgeSine, [Math.sin(Math.abs(angle))]);
    writer.rotation(at + Prism.wedgeCosine, [Math.cos(angle)]);
    writer.f64(at + Prism.index, index);
    writer.f64(at + Prism.inverseIndex, 1 / index);
    writer.u32(at + Prism.inclinedFirst, angle > 0 ? 1 : 0);
  });
  return { kind: 'refract', records: writer.buffer, count: deflector.prisms.length };
}

function aims({ directions }: ShotPattern): DeflectorParts {
  return { kind: 'pattern', records: Float32Array.from(directions).buffer, count: directions.length / 3 };
}
