import type { ArtefactOf } from '../../scanner/artefacts/index.js';
import { type ArtefactKind, uniformDraws } from './artefact-kind.js';
import { STREAMS } from './draw-streams.js';
import { smoothnessOf } from './material-roughness.js';

type Losses = ArtefactOf<'losses'>;

/** Smooth surfaces lose returns: see `lossesSetting`. */
export const losses: ArtefactKind<Losses> = {
  begin(settings, { key, materials }) {
    const smoothness = smoothnessOf(settings.roughness, materials, 'losses');
    const chances = smoothness.map((s) => lossProbability(s, settings));
    const draws = uniformDraws(key, STREAMS.losses);
    // Noise has no material, and is not lost.
    const chanceOf = (material: number) => chances[material] ?? 0;
    return ({ first, echoes, points }) => {
      for (let k = 0; k < echoes.length; k++)
        echoes[k] = echoes[k].filter(
          ({ source, number }) => draws(first + k, number) >= chanceOf(points.material[source]),
        );
    };
  },
};

/** Probability that a return of a surface of this smoothness is lost, 0…1. */
export function lossProbability(s: number, { constant, factor, shift, exponent, least }: Losses): number {
  // Below −shift, the power has no meaning; the surface is rougher than any that loses returns.
  const grown = s >= least ? factor * Math.max(0, s + shift) ** exponent : 0;
  return Math.min(1, constant + grown);
}
