import type { ArtefactOf } from '../../scanner/artefacts/index.js';
import { recordedRanges } from '../../scanner/recorded-ranges.js';
import { RETURNS_MAX } from '../../scanner/return-mode.js';
import { type ArtefactKind, uniformDraws } from './artefact-kind.js';
import { STREAMS } from './draw-streams.js';
import { NOTHING } from './echo.js';

/**
 * Returns from nowhere, uniform between the least and the greatest range; as strong as the weakest that is recorded.
 */
export const outliers: ArtefactKind<ArtefactOf<'outliers'>> = {
  begin({ probability }, { scanner, key }) {
    const draws = uniformDraws(key, STREAMS.outliers);
    const limits = scanner.channels.map((channel) => recordedRanges(scanner, channel));
    const [energy, width] = [scanner.detection.minEnergy, scanner.pulse.duration];
    return ({ first, echoes, pulses }) => {
      for (let k = 0; k < echoes.length; k++) {
        if (pulses.silent[k] === 1 || draws(first + k, 0) >= probability) continue;
        const { rangeMin, rangeMax } = limits[(first + k) % limits.length];
        const range = rangeMin + (rangeMax - rangeMin) * draws(first + k, 1);
        echoes[k].push({ source: NOTHING, number: RETURNS_MAX + 1, range, energy, width });
      }
    };
  },
};
