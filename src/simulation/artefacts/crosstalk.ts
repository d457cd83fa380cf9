import type { ArtefactOf } from '../../scanner/artefacts/index.js';
import type { ArtefactKind } from './artefact-kind.js';
import { cosineOf, GHOST_NUMBERS, ghostsOf } from './ghosts.js';

/**
 * A share of the energy of each return leaks to the neighbouring lasers of its shot, which find a ghost at its range.
 * The range is the same whenever the lasers of the shot fire.
 */
export const crosstalk: ArtefactKind<ArtefactOf<'crosstalk'>> = {
  shots: () => 0,
  begin({ share, within }, { scanner }) {
    const channels = scanner.channels.length;
    const least = scanner.detection.minEnergy;
    const nearest = Math.cos(within);
    return (stretch) => {
      const ghosts = ghostsOf(stretch, scanner, GHOST_NUMBERS.crosstalk);
      for (const [k, returns] of stretch.echoes.entries())
        for (const { range, energy, width } of returns) {
          if (energy * share < least) continue;
          const shot = k - (k % channels);
          for (let other = shot; other < shot + channels; other++)
            if (other !== k && cosineOf(stretch, k, other) >= nearest) ghosts.note(other, range, energy * share, width);
        }
      ghosts.add();
    };
  },
};
