import type { ArtefactOf } from '../../scanner/artefacts/index.js';
import { kindOf } from '../../scanner/deflectors/index.js';
import { SPEED_OF_LIGHT } from '../../scanner/resolve-detection.js';
import type { ArtefactKind } from './artefact-kind.js';
import { rangeGate } from './range-gate.js';

const TURN = 2 * Math.PI;

/** Echoes that arrive after the next pulse has left are taken for echoes of that pulse. */
export const ambiguity: ArtefactKind<ArtefactOf<'ambiguity'>> = {
  begin({ mode, zone, pulseRateHz }, { scanner }) {
    if (mode === 'resolved') return () => {};
    const { deflector } = scanner;
    const unambiguous = unambiguousRange(pulseRateHz ?? kindOf(deflector).rates(deflector, TURN).pulseRateHz);
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

/** Range beyond which an echo arrives after the next pulse has left, metres: c / 2f. */
export const unambiguousRange = (pulseRateHz: number): number => SPEED_OF_LIGHT / (2 * pulseRateHz);

/** R mod R_u. */
export const foldedRange = (range: number, unambiguous: number): number =>
  range - unambiguous * Math.floor(range / unambiguous);
