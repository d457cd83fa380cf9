import type { ArtefactOf } from '../../scanner/artefacts/index.js';
import type { ArtefactKind } from './artefact-kind.js';
import { cosineOf, GHOST_NUMBERS, ghostsOf } from './ghosts.js';

/**
 * Very strong returns have a halo: beams at an angle θ from theirs find a ghost at their range, with the energy E ·
 * share · 2^(−4 θ² / width²), a Gaussian whose full width at half maximum is `width`.
 */
export const blooming: ArtefactKind<ArtefactOf<'blooming'>> = {
  shots: ({ shots }) => shots,
  begin({ above, share, width: halo, shots }, { scanner }) {
    const channels = scanner.channels.length;
    const least = scanner.detection.minEnergy;
    return (stretch) => {
      const ghosts = ghostsOf(stretch, scanner, GHOST_NUMBERS.blooming);
      for (const [k, returns] of stretch.echoes.entries())
        for (const { source, range, energy, width } of returns) {
          if (source < 0 || energy < above * least) continue;
          const shot = k - (k % channels);
          const from = Math.max(0, shot - shots * channels);
          const end = Math.min(stretch.echoes.length, shot + (shots + 1) * channels);
          for (let other = from; other < end; other++)
            if (other !== k)
              ghosts.note(other, range, energy * haloShare(cosineOf(stretch, k, other), { share, width: halo }), width);
        }
      ghosts.add();
    };
  },
};

/** Energy of a halo over that of its return, for beams with this cosine of their angle. */
export function haloShare(cosine: number, { share, width }: Pick<ArtefactOf<'blooming'>, 'share' | 'width'>): number {
  const angle = Math.acos(Math.min(1, cosine));
  return share * 2 ** (-4 * (angle / width) ** 2);
}
