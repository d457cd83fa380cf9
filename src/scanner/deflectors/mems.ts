import type { z } from 'zod';
import { DEGREE } from '../../base/angle.js';
import { choiceField, mapField, numberField } from '../../base/yaml/fields.js';
import type { DeflectorKind, LegStart, ReachSweep, ScanRates } from './deflector-kind.js';
import { BEAM_AXES, LINE_POINTS } from './directions.js';
import { EVEN_DESCRIPTION, EVEN_MODEL } from './even-deflector.js';
import { evenTiming, warmupShots } from './even-timing.js';
import { kindField, pulsedFields } from './fields.js';
import { type MirrorSwing, swingRow, WAVEFORMS } from './mirror-swing.js';
import type { Optics } from './optics.js';
import { UNREPEATED_SECONDS } from './representative-duration.js';
import { swingStrokes } from './strokes.js';
import { digits, inDegrees, inPulses } from './words.js';

/** A mirror that tilts about two axes (MEMS, galvanometers). */
export interface MemsMirror {
  kind: 'mems';
  pulseRateHz: number;
  /** Azimuth of the beam, to the right, and its elevation. */
  horizontal: MirrorSwing;
  vertical: MirrorSwing;
}

const swing = (description: string) =>
  mapField(description, {
    amplitude: numberField('Largest angle of the beam', { unit: 'deg', min: 0, max: 90 }),
    rate: numberField('Cycles a second', { unit: 'Hz', min: 0, max: 1e6 }),
    phase: numberField('Part of a cycle that has passed at the first shot', { min: 0, max: 1 }).default(0),
    waveform: choiceField('Angle over time', WAVEFORMS).default('sine'),
  });

const schema = mapField('a mirror that tilts about two axes', {
  kind: kindField('mems'),
  ...pulsedFields,
  horizontal: swing('the swing of the azimuth, to the right'),
  vertical: swing('the swing of the elevation'),
});

type Definition = z.output<typeof schema>;

const TURN = 2 * Math.PI;

/** A mirror that tilts about two axes. */
export const mems = {
  ...EVEN_DESCRIPTION,
  name: 'mems',
  schema,
  examples: [
    {
      kind: 'mems',
      pulseRate: 10_000,
      horizontal: { amplitude: 30, rate: 130 },
      vertical: { amplitude: 10, rate: 9 },
    },
    {
      kind: 'mems',
      pulseRate: 10_000,
      horizontal: { amplitude: 34, rate: 130.7, phase: 0.25, waveform: 'triangle' },
      vertical: { amplitude: 13, rate: 9.9, phase: 0.1, waveform: 'sawtooth' },
    },
  ],
  overrides: ['pulseRate'],
  alternatives: {},
  resolve,
  incident: false,

  ...EVEN_MODEL,
  shape: 'area',
  positive: ['pulseRateHz'],
  fault: () => undefined,
  timing: ({ pulseRateHz }, leg) => evenTiming(pulseRateHz, leg),
  optics,
  strokes: ({ horizontal, vertical, pulseRateHz }, _, warmup) => {
    const start = { pulseRateHz, warmup };
    if (horizontal.rateHz > vertical.rateHz) return swingStrokes(horizontal, 'azimuth', start);
    return vertical.rateHz > horizontal.rateHz ? swingStrokes(vertical, 'elevation', start) : undefined;
  },
  reach,
  rates,
  field: () => undefined,
  narrow: () => undefined,
  axes: () => BEAM_AXES,
  representativeDuration: () => UNREPEATED_SECONDS,
  describe: (deflector) => [
    ['deflector', `mirror that tilts about two axes, ${inPulses(deflector)}`],
    ['azimuth', swingOf(deflector.horizontal)],
    ['elevation', swingOf(deflector.vertical)],
  ],
  json: (deflector) => deflector,
} satisfies DeflectorKind<typeof schema, MemsMirror>;

function resolve({ pulseRate, horizontal, vertical }: Definition): MemsMirror {
  const swingIn = ({ amplitude, rate, phase, waveform }: typeof horizontal): MirrorSwing => ({
    amplitude: amplitude * DEGREE,
    rateHz: rate,
    phase,
    waveform,
  });
  return { kind: 'mems', pulseRateHz: pulseRate, horizontal: swingIn(horizontal), vertical: swingIn(vertical) };
}

function optics({ horizontal, vertical, pulseRateHz }: MemsMirror, { warmup }: LegStart): Optics {
  const before = warmupShots(pulseRateHz, warmup);
  return { optics: 'swing', rows: [horizontal, vertical].map((axis) => swingRow(axis, pulseRateHz, before)) };
}

/** Shots from one end of a triangular swing to the other. */
const STROKE = LINE_POINTS - 1;

/** One stroke from the lowest angle to the highest. */
const stroke = ({ amplitude }: MirrorSwing): MirrorSwing => ({
  amplitude,
  rateHz: 1,
  phase: 0.75,
  waveform: 'triangle',
});

/** The mirror held at its highest or lowest angle. */
const held = ({ amplitude }: MirrorSwing, side: 1 | -1): MirrorSwing => ({
  amplitude: side * amplitude,
  rateHz: 0,
  phase: 0.25,
  waveform: 'triangle',
});

/** The edge of the rectangle of azimuths and elevations, side by side. */
function reach({ horizontal, vertical }: MemsMirror): ReachSweep<MemsMirror>[] {
  const sides = ([1, -1] as const).flatMap((side) => [
    { horizontal: stroke(horizontal), vertical: held(vertical, side) },
    { horizontal: held(horizontal, side), vertical: stroke(vertical) },
  ]);
  const pulseRateHz = 2 * STROKE;
  return sides.map((side) => ({
    deflector: { kind: 'mems', pulseRateHz, ...side },
    pulseRateHz,
    firsts: [0],
    count: LINE_POINTS,
  }));
}

/** Lines exist if the azimuth swings faster than the elevation. */
function rates({ pulseRateHz, horizontal, vertical }: MemsMirror): ScanRates {
  const { amplitude, rateHz, waveform } = horizontal;
  if (rateHz <= vertical.rateHz) return { pulseRateHz };
  const cyclesPerPulse = rateHz / pulseRateHz;
  if (waveform === 'sawtooth') return { pulseRateHz, lineRateHz: rateHz, stepAngle: 2 * amplitude * cyclesPerPulse };
  const slope = waveform === 'sine' ? TURN : 4;
  return { pulseRateHz, lineRateHz: 2 * rateHz, stepAngle: slope * amplitude * cyclesPerPulse };
}

const swingOf = ({ amplitude, rateHz, waveform }: MirrorSwing): string =>
  `±${inDegrees(amplitude)}, ${digits(rateHz)} times/s, ${waveform}`;
