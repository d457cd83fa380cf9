import type { ArtefactOf } from '../../scanner/artefacts/index.js';
import { type ArtefactKind, uniformDraws } from './artefact-kind.js';
import { STREAMS } from './draw-streams.js';
import { smoothnessOf } from './material-roughness.js';

/** Ranges of smooth surfaces are too long: see `shinySurfacesSetting`. */
export const shinySurfaces: ArtefactKind<ArtefactOf<'shinySurfaces'>> = {
  begin({ roughness, perMetre, perSurface, perPulse }, { key, materials }) {
    const smoothness = smoothnessOf(roughness, materials, 'shinySurfaces');
    const ofSurface = uniformDraws(key, STREAMS.surfaces);
    const ofPulse = uniformDraws(key, STREAMS.shinyPulses);
    return ({ first, echoes, points }) => {
      for (let k = 0; k < echoes.length; k++)
        for (const echo of echoes[k]) {
          // Noise has no material.
          const s = smoothness[points.material[echo.source]] ?? 0;
          if (s === 0) continue;
          const drawn = perSurface * ofSurface(points.instance[echo.source], 0) + perPulse * ofPulse(first + k, 0);
          echo.range += s ** 2 * perMetre * echo.range + s * drawn;
        }
    };
  },
};
