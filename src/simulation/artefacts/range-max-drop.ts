import type { ArtefactOf } from '../../scanner/artefacts/index.js';
import { recordedRanges } from '../../scanner/recorded-ranges.js';
import { type ArtefactKind, uniformDraws } from './artefact-kind.js';
import { STREAMS } from './draw-streams.js';

/** Each pulse draws its maximum range: uniform, at most that of its laser. */
export const rangeMaxDrop: ArtefactKind<ArtefactOf<'rangeMaxDrop'>> = {
  begin({ by }, { scanner, key }) {
    const draws = uniformDraws(key, STREAMS.rangeMaxDrop);
    const limits = scanner.channels.map((channel) => recordedRanges(scanner, channel).rangeMax);
    return ({ first, echoes }) => {
      for (let k = 0; k < echoes.length; k++) {
        if (echoes[k].length === 0) continue;
        const most = limits[(first + k) % limits.length] - by * draws(first + k, 0);
        echoes[k] = echoes[k].filter(({ range }) => range <= most);
      }
    };
  },
};
