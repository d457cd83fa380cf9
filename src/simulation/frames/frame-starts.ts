import type { PulseLister } from '../../engine/cpu/pulse-lister.js';
import type { FrameClock } from '../../products/frames/frame-clock.js';

/** A leg whose frames begin at certain pulses. */
interface FramedLeg {
  clock: FrameClock;
  /** Lasers of a shot; pulse numbers count all of them. */
  channelCount: number;
  pulseCount: number;
  /** Lists its pulses; required unless frames are whole shots. */
  lister?: PulseLister;
}

/** A frame of a leg, and its first pulse. */
export interface FrameStart {
  frame: number;
  pulse: number;
}

/** The first pulse, from `from` on, of `frame` or of a later one; the number of pulses if there is none. */
export type FrameStarts = (frame: number, from: number) => number;

/** Whether the starts of frames follow from times of pulses, which must be listed. */
export const needsTimes = ({ firstShotOf }: FrameClock): boolean => firstShotOf === undefined;

/**
 * Finds the starts of a leg's frames. Frames come in order, although times of pulses need not rise, since lasers fire
 * at their own times after the shot: a pulse belongs to the latest frame that one up to it belongs to. Times of each
 * laser rise, so that shots are bisected, from `from` on in growing steps.
 */
export function frameStarts({ clock, channelCount, pulseCount, lister }: FramedLeg): FrameStarts {
  const shots = Math.ceil(pulseCount / channelCount);
  /** The first pulse of a shot that `frame` or a later one has; −1: none. */
  const foundIn = (shot: number, frame: number): number => {
    const first = shot * channelCount;
    const count = Math.min(channelCount, pulseCount - first);
    const times = needsTimes(clock) ? lister?.(first, count).times : undefined;
    for (let k = 0; k < count; k++) if (clock.frameOf(first + k, times?.[k] ?? 0) >= frame) return first + k;
    return -1;
  };
  return (frame, from) => {
    let low = Math.floor(from / channelCount);
    let high = low;
    for (let step = 1; high < shots && foundIn(high, frame) < 0; step *= 2) {
      low = high + 1;
      high = Math.min(shots, high + step);
    }
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (foundIn(middle, frame) < 0) low = middle + 1;
      else high = middle;
    }
    return low === shots ? pulseCount : Math.max(from, foundIn(low, frame));
  };
}
