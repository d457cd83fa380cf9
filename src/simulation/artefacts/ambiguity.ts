import type { ArtefactOf } from '../../scanner/artefacts/index.js';
import type { Deflector } from '../../scanner/deflectors/index.js';
import { SPEED_OF_LIGHT } from '../../scanner/receiver/constants.js';
import type { ArtefactKind } from './artefact-kind.js';
import { rangeGate } from './range-gate.js';

/** Echoes that arrive after the next pulse has left are taken for echoes of that pulse. */
export const ambiguity: ArtefactKind<ArtefactOf<'ambiguity'>> = {
  begin({ mode, zone, pulseRateHz }, { scanner }) {
    if (mode === 'resolved') return () => {};
    const unambiguous = unambiguousRange(pulseRateHz ?? firingRate(scanner.deflector));
    const start = (zone - 1) * unambiguous;
    const records = rangeGate(scanner);
    return ({ first, echoes }) => {
      for (let k = 0; k < echoes.length; k++) {
        for (const echo of echoes[k]) if (mode === 'folded') echo.range = start + foldedRange(echo.range, unambiguous);
        echoes[k] = echoes[k].filter(
          ({ range }) => range >= start && range < start + unambiguous && records(first + k, range),
        );
      }
    };
  },
};

/**
 * Pulses a second of one laser while it fires: pauses between two lines leave the time from pulse to pulse as it is.
 */
const firingRate = (deflector: Deflector): number =>
  'firingPeriod' in deflector ? 1 / deflector.firingPeriod : deflector.pulseRateHz;

/** Range beyond which an echo arrives after the next pulse has left, metres: c / 2f. */
export const unambiguousRange = (pulseRateHz: number): number => SPEED_OF_LIGHT / (2 * pulseRateHz);

/** R mod R_u. */
export const foldedRange = (range: number, unambiguous: number): number =>
  range - unambiguous * Math.floor(range / unambiguous);
