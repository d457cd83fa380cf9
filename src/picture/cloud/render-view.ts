import { soloLooker } from '../crew/solo-crew.js';
import type { Raster } from '../raster/raster.js';
import { clippedBounds } from './framing.js';
import { gatherOverview } from './gather-overview.js';
import { groundOf, openExposure, type WantedView } from './open-exposure.js';
import type { PictureColor } from './point-colors.js';
import type { PointSource } from './point-source.js';

/** A view alone, without a page around it. */
export interface RenderViewOptions extends WantedView {
  color: PictureColor;
  signal?: AbortSignal;
}

/**
 * One view of a cloud, RGBA, without title, scale or legend. Reads `source` as `renderCloud` does, and returns the same
 * bytes for the same points in the same order. Throws AbortedError when `signal` fires.
 */
export async function renderView(
  source: PointSource,
  { color, signal, ...wanted }: RenderViewOptions,
): Promise<Raster> {
  const crew = soloLooker(source, signal);
  const overview = await gatherOverview(crew);
  const subject = { overview, box: clippedBounds(overview.grid, overview.bounds) };
  const exposure = openExposure(subject, wanted, crew.allocate);
  await crew.draw({
    ground: groundOf(overview, crew.allocate),
    color,
    ranges: overview,
    theme: wanted.theme,
    exposures: [exposure],
  });
  return exposure.view;
}
