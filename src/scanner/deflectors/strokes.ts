import type { ShotTiming, Strokes } from './deflector-kind.js';
import { warmupShots } from './even-timing.js';
import type { MirrorSwing } from './mirror-swing.js';
import { STEP_SLACK } from './steps.js';

/** The cycle of a shot of the leg, and its step in it; the cycle under way at the start is 0 (see PulseProgram). */
export function placeInCycle(shot: number, timing: ShotTiming): { turn: number; step: number } {
  const { phase, lead, cycle, running } = timing;
  const since = shot + phase;
  if (since < lead) return { turn: 0, step: since };
  if (running !== undefined && running.window === undefined) return placeInLine(since + running.entry, running.steps);
  const turn = Math.floor((since - lead) / cycle);
  const number = since - lead - turn * cycle;
  if (running?.window === undefined) return { turn: turn + 1, step: number };
  const entry = running.entry + turn * running.steps;
  const step = Math.ceil(entry) + number - entry;
  // A shot that does not leave belongs to the next line, so that the one before it is the last of its own.
  return { turn: turn + (step > running.window ? 2 : 1), step };
}

/** Likewise of lines without a gap. */
function placeInLine(place: number, steps: number): { turn: number; step: number } {
  const turn = Math.floor(place / steps);
  return { turn: turn + 1, step: place - turn * steps };
}

const TURN = 2 * Math.PI;

/**
 * Strokes that are the cycles of a deflector, the first whole one of which is even; `swept` is the angle of their shots
 * and of the step behind the last one, radians. Lines that go all round have no ends and are one stroke (ASPRS LAS
 * Specification 1.4 – R15, "Edge of Flight Line").
 */
export function cycleStrokes(timing: ShotTiming, swept: number, isZigzag = false): Strokes {
  const isRound = !isZigzag && swept >= TURN * (1 - STEP_SLACK);
  const of = isRound ? () => 0 : (shot: number) => placeInCycle(shot, timing).turn + 1;
  return { of, along: 'elevation', alternate: isZigzag };
}

/** Strokes of a mirror that swings: a sine and a triangle rise over half of a cycle, a sawtooth over all of it. */
export function swingStrokes(
  { rateHz, phase, waveform }: MirrorSwing,
  along: Strokes['along'],
  { pulseRateHz, warmup }: { pulseRateHz: number; warmup: number },
): Strokes {
  const before = warmupShots(pulseRateHz, warmup);
  const cycles = (shot: number) => ((shot + before) * rateHz) / pulseRateHz + phase;
  return waveform === 'sawtooth'
    ? { of: (shot) => Math.floor(cycles(shot)), along, alternate: false }
    : { of: (shot) => Math.floor(2 * (cycles(shot) + 0.25)), along, alternate: true };
}
