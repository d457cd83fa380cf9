import { TURN } from '../../base/angle.js';
import type { Leg } from '../../platform/leg.js';
import { deflectorKind } from '../../scanner/deflectors/index.js';
import { legTiming } from '../../scanner/leg-timing.js';
import type { Scanner } from '../../scanner/scanner.js';
import type { FrameOutput } from './frame-output.js';

/** The cut of a leg into frames; its first pulse begins the first frame. */
export interface FrameClock {
  /** Frames of the leg that are written. */
  count: number;
  /** Whether the last frame is incomplete, and is not written: pulses in it belong to frame `count`. */
  drops: boolean;
  /** The frame of a pulse at `time`, in seconds from the leg's first pulse. */
  frameOf(pulse: number, time: number): number;
  /** Start of a frame, in seconds from the leg's first pulse. */
  startOf(frame: number): number;
  /** End of a frame, likewise: the start of the next, or the end of the leg. */
  endOf(frame: number): number;
  /** The first shot of a frame, if frames are whole shots. */
  firstShotOf?(frame: number): number;
}

/** A frame that exceeds the end of its leg by less than this share of its length is dropped. */
const FRAME_SLACK = 1e-9;

/**
 * The frames of a leg, without the last one if that is incomplete and `incomplete` says so. Revolutions require a
 * spinning array or a head that turns.
 */
export function createFrameClock(
  scanner: Scanner,
  leg: Leg,
  { by, incomplete }: Pick<FrameOutput, 'by' | 'incomplete'>,
): FrameClock {
  const shots = by === 'revolution' ? shotsPerRevolution(scanner) : undefined;
  if (shots !== undefined) return shotClock(scanner, leg, shots, incomplete);
  const { duration, headRate } = legTiming(scanner, leg);
  const period = by === 'revolution' ? TURN / Math.abs(headRate) : by;
  const all = Math.max(1, Math.ceil(duration / period - FRAME_SLACK));
  const fireTimes = scanner.channels.map(({ fireTime }) => fireTime);
  const drops = incomplete === 'drop' && duration < (all - FRAME_SLACK) * period;
  return {
    count: drops ? all - 1 : all,
    drops,
    // Lasers fire after their shot, in any order: a frame begins with a whole shot, so that nothing in it is earlier.
    frameOf: (pulse, time) => {
      const shot = time - fireTimes[pulse % fireTimes.length];
      return Math.min(all - 1, Math.max(0, Math.floor(shot / period)));
    },
    startOf: (frame) => frame * period,
    endOf: (frame) => Math.min((frame + 1) * period, duration),
  };
}

/** Frames of `perFrame` shots, which need not be a whole number: a frame begins with the first shot after the turn. */
function shotClock(scanner: Scanner, leg: Leg, perFrame: number, incomplete: FrameOutput['incomplete']): FrameClock {
  const { pulseCount, cyclePeriod } = legTiming(scanner, leg);
  const channels = scanner.channels.length;
  const firstShotOf = (frame: number): number => Math.ceil(frame * perFrame);
  const frameOf = (pulse: number): number => {
    const shot = Math.floor(pulse / channels);
    const frame = Math.floor(shot / perFrame);
    return firstShotOf(frame + 1) <= shot ? frame + 1 : frame;
  };
  const all = frameOf(pulseCount - 1) + 1;
  // Of a leg that lasts as long as turns do, one shot may be missing.
  const drops = incomplete === 'drop' && Math.ceil(pulseCount / channels) < firstShotOf(all) - 1;
  return {
    count: drops ? all - 1 : all,
    drops,
    frameOf,
    startOf: (frame) => firstShotOf(frame) * cyclePeriod,
    endOf: (frame) => Math.min(firstShotOf(frame + 1), Math.ceil(pulseCount / channels)) * cyclePeriod,
    firstShotOf,
  };
}

/** A turn within this share of a shot of a whole number of shots has that number. */
const SHOT_SLACK = 1e-3;

/** Shots in a revolution of a spinning array, which need not be a whole number; undefined for other scanners. */
export function shotsPerRevolution({ deflector }: Scanner): number | undefined {
  const shots = deflectorKind(deflector).shotsPerTurn(deflector);
  if (shots === undefined) return undefined;
  const whole = Math.round(shots);
  return whole >= 1 && Math.abs(shots - whole) < SHOT_SLACK ? whole : shots;
}
