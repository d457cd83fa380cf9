import type { z } from 'zod';
import { DEGREE, writtenDegrees } from '../../base/angle.js';
import { choiceField, mapField, numberField } from '../../base/yaml/fields.js';
import type { DeflectorKind, LegGiven, LegStart, NoteKey, ScanRates, ShotTiming, Strokes } from './deflector-kind.js';
import { fanDirections, lineAxes } from './directions.js';
import { EVEN_DESCRIPTION, EVEN_MODEL } from './even-deflector.js';
import { evenTiming, warmupShots } from './even-timing.js';
import { deflectorFields, kindField, pulsedFields } from './fields.js';
import { type MirrorSwing, swingRow } from './mirror-swing.js';
import type { Optics } from './optics.js';
import { CYCLES_SHOWN } from './representative-duration.js';
import { areWhole, wholeSteps } from './steps.js';
import { placeInCycle, swingStrokes } from './strokes.js';
import { digits, inDegrees, inPulses } from './words.js';

/** A mirror that swings to and fro (Leica ALS, Optech ALTM). */
export interface OscillatingMirror {
  kind: 'oscillating';
  pulseRateHz: number;
  /** Whole cycles, to and fro, a second: two lines each. */
  scanRateHz: number;
  halfAngle: number;
  /** Course of the angle over time: even, with turns of some pulses at both ends, or a sine. */
  motion: 'linear' | 'sinusoidal';
  /** Pulses per turn of a linear motion, an even number; 0: no turns. */
  turningPulses: number;
}

const schema = mapField('a mirror that swings to and fro', {
  kind: kindField('oscillating'),
  ...pulsedFields,
  scanRate: deflectorFields.scanRate,
  halfAngle: deflectorFields.halfAngle,
  motion: choiceField('Angle over time: even with turns at both ends, or a sine', ['linear', 'sinusoidal']).default(
    'linear',
  ),
  turningPulses: numberField('Pulses that a turn takes, an even number', {
    whole: true,
    min: 0,
    max: 1_000_000,
  }).default(0),
});

type Definition = z.output<typeof schema>;

const TURN = 2 * Math.PI;

/** A mirror that swings. */
export const oscillating = {
  ...EVEN_DESCRIPTION,
  name: 'oscillating',
  schema,
  examples: [
    { kind: 'oscillating', pulseRate: 10_000, scanRate: 50.3, halfAngle: 37.5 },
    { kind: 'oscillating', pulseRate: 10_000, scanRate: 50, halfAngle: 20, turningPulses: 10 },
    { kind: 'oscillating', pulseRate: 10_000, scanRate: 50, halfAngle: 20, turningPulses: 2 },
    { kind: 'oscillating', pulseRate: 10_000, scanRate: 50.3, halfAngle: 37.5, motion: 'sinusoidal' },
  ],
  overrides: ['pulseRate', 'scanRate', 'halfAngle', 'turningPulses'],
  alternatives: {},
  resolve,
  incident: false,

  ...EVEN_MODEL,
  shape: 'line',
  positive: ['pulseRateHz', 'scanRateHz', 'halfAngle'],
  fault: ({ turningPulses }) => (turningPulses % 2 === 0 ? undefined : 'turningPulses must be an even number'),
  timing,
  optics: (deflector, { warmup, restarts }) =>
    deflector.motion === 'linear' ? evenSwing(deflector, restarts) : resonantSwing(deflector, warmup),
  strokes,
  reach: ({ halfAngle }) => fanDirections(-halfAngle, halfAngle),
  rates,
  field: ({ halfAngle }) => 2 * halfAngle,
  narrow: (_, field) => ({ changes: { halfAngle: writtenDegrees(field / 2) } }),
  axes: () => lineAxes(0),
  representativeDuration: ({ scanRateHz }) => CYCLES_SHOWN / scanRateHz,
  describe: (deflector) => [
    ['deflector', `mirror that swings to and fro ${digits(deflector.scanRateHz)} times/s, ${inPulses(deflector)}`],
    ['scan angle', `±${inDegrees(deflector.halfAngle)}, ${motionOf(deflector)}`],
  ],
  json: (deflector) => deflector,
} satisfies DeflectorKind<typeof schema, OscillatingMirror>;

/** A swing has two ends. */
const PULSES_MIN = 2;

function resolve(definition: Definition, note: NoteKey): OscillatingMirror {
  const { pulseRate, scanRate, halfAngle, motion, turningPulses } = definition;
  const cycle = Math.floor(pulseRate / scanRate);
  const least = Math.max(PULSES_MIN, 2 * turningPulses);
  if (turningPulses % 2 !== 0) note('turningPulses', turningPulses, 'an even number');
  if (motion === 'sinusoidal' && turningPulses > 0)
    note('turningPulses', turningPulses, '0: a sinusoidal motion turns by itself');
  else if (cycle <= least)
    note(
      'scanRate',
      scanRate,
      `so few cycles that each has more than ${least} pulses, twice turningPulses; pulseRate gives ${cycle}`,
    );
  return {
    kind: 'oscillating',
    pulseRateHz: pulseRate,
    scanRateHz: scanRate,
    halfAngle: halfAngle * DEGREE,
    motion,
    turningPulses,
  };
}

/** Steps of a whole cycle, to and fro; whole ones where every cycle begins with a shot. */
function stepsPerCycle({ pulseRateHz, scanRateHz }: OscillatingMirror, restarts = false): number {
  const steps = pulseRateHz / scanRateHz;
  return restarts || areWhole(steps) ? wholeSteps(steps) : steps;
}

function timing(deflector: OscillatingMirror, leg: LegGiven): ShotTiming {
  const steps = stepsPerCycle(deflector, leg.restarts);
  const cycle = wholeSteps(steps);
  if (deflector.motion !== 'linear') return evenTiming(deflector.pulseRateHz, leg, { cycle, repeats: 0 });
  const running = Number.isInteger(steps) ? undefined : { steps, repeats: steps };
  return evenTiming(deflector.pulseRateHz, leg, { cycle, repeats: cycle, running });
}

/**
 * Strokes of a half cycle of H shots with turns of T = 2τ: increments of D (k − 1)/(τ − 1) up to shot τ − 1, D up to
 * H − τ − 1, D (H − k)/τ up to H, with D = 2θ/(H − τ − ½); without turns D = 2θ/H throughout. From −θ to θ.
 */
function evenSwing(deflector: OscillatingMirror, restarts?: boolean): Optics {
  const { halfAngle, turningPulses } = deflector;
  const steps = stepsPerCycle(deflector, restarts);
  const half = Number.isInteger(steps) ? Math.floor(steps / 2) : steps / 2;
  const turn = turningPulses / 2;
  if (turn === 0)
    return { optics: 'oscillate', rows: [{ first: 0, c0: -halfAngle, c1: (2 * halfAngle) / half, c2: 0 }] };
  const even = (2 * halfAngle) / (half - turn - 0.5);
  const up = turn > 1 ? even / (2 * (turn - 1)) : 0;
  const down = even / (2 * turn);
  const reached = -halfAngle + up * (turn - 1) * (turn - 2);
  return {
    optics: 'oscillate',
    rows: [
      { first: 0, c0: -halfAngle, c1: -up, c2: up },
      { first: turn, c0: reached - even * (turn - 1), c1: even, c2: 0 },
      { first: half - turn, c0: halfAngle - down * half * (half - 1), c1: down * (2 * half - 1), c2: -down },
    ],
  };
}

/** To the far end, and back. */
function strokes(deflector: OscillatingMirror, timing: ShotTiming, warmup: number): Strokes {
  const { pulseRateHz, motion } = deflector;
  if (motion === 'sinusoidal') return swingStrokes(verticalSwing(deflector), 'elevation', { pulseRateHz, warmup });
  const of = (shot: number) => {
    const { turn, step } = placeInCycle(shot, timing);
    return 2 * turn + Number(2 * step > (timing.running?.steps ?? timing.cycle));
  };
  return { of, along: 'elevation', alternate: true };
}

const STILL: MirrorSwing = { amplitude: 0, rateHz: 0, phase: 0, waveform: 'sine' };
/** A sine is at its lowest point after three quarters. */
const LOWEST = 0.75;

const verticalSwing = ({ halfAngle, scanRateHz }: OscillatingMirror): MirrorSwing => ({
  amplitude: halfAngle,
  rateHz: scanRateHz,
  phase: LOWEST,
  waveform: 'sine',
});

function resonantSwing(deflector: OscillatingMirror, warmup: LegStart['warmup']): Optics {
  const { pulseRateHz } = deflector;
  const before = warmupShots(pulseRateHz, warmup);
  return {
    optics: 'swing',
    rows: [STILL, verticalSwing(deflector)].map((axis) => swingRow(axis, pulseRateHz, before)),
  };
}

/**
 * In the middle of a line, a sine has its largest step. An even motion with turns of T pulses at both ends has the step
 * D of HELIOS++'s oscillating mirror, D = 2θ / (H − T + ((T/2 − 1) + (T/2 + 1) − 1)/2) with H pulses a line.
 */
function rates({ pulseRateHz, scanRateHz, halfAngle, motion, turningPulses: turn }: OscillatingMirror): ScanRates {
  const lineRateHz = 2 * scanRateHz;
  if (motion === 'sinusoidal')
    return { pulseRateHz, lineRateHz, stepAngle: (halfAngle * TURN * scanRateHz) / pulseRateHz };
  const pulses = pulseRateHz / lineRateHz;
  const steps = turn === 0 ? pulses : pulses - turn + (turn - 1) / 2;
  return { pulseRateHz, lineRateHz, stepAngle: (2 * halfAngle) / steps };
}

const motionOf = ({ motion, turningPulses }: OscillatingMirror): string =>
  motion === 'sinusoidal' ? 'as a sine' : `even, turns of ${turningPulses} pulses`;
