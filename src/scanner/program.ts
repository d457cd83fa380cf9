import { programsOf } from './deflectors/index.js';
import type { Sensitivity } from './detection-schema.js';
import type { ReturnMode } from './return-mode.js';
import type { ScannerDefinition } from './scanner-schema.js';

/** What an instrument records at one of its pulse rates. */
export interface Program {
  /** Pulses a second. */
  pulseRate: number;
  /** Largest number of returns of a pulse, where `returns` is all. */
  maxReturns: number;
  /** Which of a pulse's returns are recorded, if a survey does not say. */
  returns: ReturnMode;
  /** Largest recorded range, metres; absent: not stated. */
  rangeMax?: number;
  /** A target that is just detected; absent: not stated. */
  sensitivity?: Sensitivity;
}

type Described = Pick<ScannerDefinition, 'detection' | 'deflector'>;

/** The pulse rates that an instrument offers, in the order of its file; empty: any rate is possible. */
export const programsIn = ({ detection, deflector }: Described): Program[] =>
  programsOf(deflector).map((row) => {
    const { rangeMax, sensitivity, maxReturns, returns = 'all' } = { ...statedIn(detection), ...row };
    return {
      pulseRate: row.pulseRate,
      maxReturns,
      returns,
      ...(rangeMax !== undefined && { rangeMax }),
      ...(sensitivity && { sensitivity }),
    };
  });

/** What the instrument records at its pulse rate: the row of that rate, and for what it lacks the instrument's own. */
export function statedAtRate({ detection, deflector }: Described) {
  const rate = 'pulseRate' in deflector ? deflector.pulseRate : undefined;
  const row = programsOf(deflector).find(({ pulseRate }) => pulseRate === rate);
  return { ...statedIn(detection), ...row };
}

/** The keys of `detection` that a row may replace. */
const statedIn = ({ rangeMax, sensitivity, maxReturns, returns }: ScannerDefinition['detection']) => ({
  rangeMax,
  sensitivity,
  maxReturns,
  returns,
});
