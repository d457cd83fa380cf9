import { SPEED_OF_LIGHT } from '../../scanner/receiver/constants.js';
import { RETURNS_MAX } from '../../scanner/return-mode.js';
import type { Scanner } from '../../scanner/scanner.js';
import { type Echo, NOTHING, type Stretch } from './echo.js';
import { rangeGate } from './range-gate.js';

/** Adds ghosts to the pulses of a stretch. */
export interface Ghosts {
  /** Notes a ghost of pulse `first` + k, if the instrument records it. */
  note(k: number, range: number, energy: number, width: number): void;
  /** Adds the noted ghosts to the echoes, so that ghosts have none of their own. */
  add(): void;
}

/**
 * Ghosts of a stretch. A ghost is recorded if it is as strong as the weakest return, within the limits of range, and
 * farther from the true echoes of its pulse than the pulse is long, since they hide it otherwise. Their draws have
 * numbers from `number`.
 */
export function ghostsOf({ first, echoes, pulses }: Stretch, scanner: Scanner, number: number): Ghosts {
  const { detection, pulse } = scanner;
  const records = rangeGate(scanner);
  const hidden = (SPEED_OF_LIGHT * pulse.duration) / 2;
  const noted = new Map<number, Echo[]>();
  return {
    note(k, range, energy, width) {
      if (energy < detection.minEnergy || !records(first + k, range) || pulses.silent[k] === 1) return;
      const others = noted.get(k) ?? [];
      const strongerAlike = others.findIndex((other) => Math.abs(other.range - range) < hidden);
      const ghost = { source: NOTHING, number: number + others.length, range, energy, width };
      if (echoes[k].some((echo) => Math.abs(echo.range - range) < hidden)) return;
      if (strongerAlike < 0) others.push(ghost);
      else if (others[strongerAlike].energy < energy)
        others[strongerAlike] = { ...ghost, number: others[strongerAlike].number };
      noted.set(k, others);
    },
    add() {
      for (const [k, others] of noted) echoes[k].push(...others);
    },
  };
}

/** Numbers of draws that no return of the device has: those of crosstalk and of halos. */
export const GHOST_NUMBERS = Object.freeze({ crosstalk: RETURNS_MAX + 1000, blooming: RETURNS_MAX + 2000 });

/** Cosine of the angle between the beams of two pulses of a stretch. */
export function cosineOf({ pulses: { directions } }: Stretch, a: number, b: number): number {
  const [i, j] = [3 * a, 3 * b];
  return directions[i] * directions[j] + directions[i + 1] * directions[j + 1] + directions[i + 2] * directions[j + 2];
}
