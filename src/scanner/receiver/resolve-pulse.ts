import { NOMINAL } from '../nominal.js';
import type { Scanner } from '../scanner.js';
import type { OnScannerFault } from '../scanner-fault.js';
import { type PulseShape, type PulseTable, tableFault } from './pulse-shapes.js';
import { tableWidth } from './response.js';

/** `pulse` as written in a file: J, ns. */
export interface PulseDefinition {
  energy?: number;
  duration?: number;
  shape?: PulseShape;
}

/**
 * The pulse in SI units; a measured one has the duration of its table. Calls `onFault` for a table that is no pulse.
 */
export function resolvePulse(
  { energy = NOMINAL.pulseEnergy, duration, shape }: PulseDefinition,
  onFault: OnScannerFault,
): Scanner['pulse'] {
  const stated = duration === undefined ? NOMINAL.pulseDuration : duration * 1e-9;
  if (typeof shape !== 'object') return { energy, duration: stated };
  const measured = tableWidth(shape) * 1e-9;
  const fault = tableFault(shape) ?? lengthFault(shape, measured);
  if (fault !== undefined) {
    onFault({ path: ['pulse', 'shape'], found: shape, expected: fault });
    return { energy, duration: stated };
  }
  if (duration !== undefined) {
    const expected = `no duration beside a measured pulse, which is ${Number((measured * 1e9).toPrecision(3))} ns long`;
    onFault({ path: ['pulse', 'duration'], found: duration, expected });
  }
  return { energy, duration: measured };
}

/** A table is at most this many times as long as its pulse. */
const LENGTH_MAX = 100;

function lengthFault({ times }: PulseTable, duration: number): string | undefined {
  const length = (times[times.length - 1] - times[0]) * 1e-9;
  return length > LENGTH_MAX * duration
    ? `times from the start of the pulse to its end, at most ${LENGTH_MAX} times its width, usually 3 to 10`
    : undefined;
}

/** The pulse with the replacements of `own`; of a formula's duration and a measured table, that of `own` stays. */
export function overridePulse(pulse: PulseDefinition | undefined, own: PulseDefinition | undefined): PulseDefinition {
  const kept = { ...pulse };
  if (typeof own?.shape === 'object') delete kept.duration;
  return { ...kept, ...own };
}
