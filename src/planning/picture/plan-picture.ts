import { mixRgb } from '../../picture/raster/color-ramps.js';
import { drawLegend, type Legend, legendRowHeight, legendRows } from '../../picture/raster/legend.js';
import { checkPictureSize } from '../../picture/raster/picture-size.js';
import { createRaster, pasteRaster, type Raster } from '../../picture/raster/raster.js';
import { drawScaleBar, drawUpArrow } from '../../picture/raster/scale-bar.js';
import { drawText, fitText } from '../../picture/raster/text.js';
import { type Background, THEMES, type Theme } from '../../picture/raster/theme.js';
import type { PlanMap } from '../plan-map.js';
import { coverageBands } from './coverage-bands.js';
import { drawGround } from './draw-ground.js';
import { drawMarks } from './draw-marks.js';
import { mapFrame, type PlanFrame } from './map-frame.js';

/** Options for drawing a plan. */
export interface PlanPictureOptions {
  /** Pixels. */
  width: number;
  height: number;
  background: Background;
  title?: string;
}

const PLAN_PICTURE_DEFAULTS: Readonly<PlanPictureOptions> = Object.freeze({
  width: 1600,
  height: 1200,
  background: 'dark',
});

/** Letters along the shorter side of the picture. */
const LETTERS = 92;
const LETTER_MIN = 7;
/** Margins of the map, in heights of a letter, for the north arrow and the scale bar. */
const MARGIN = { side: 4.5, top: 5, bottom: 4.5 };

/**
 * The picture of a plan, RGBA: the scene from above, shaded by its slopes and coloured by its coverage, with numbered
 * lines or stations, scale and legend. Throws UserError if the size is impossible.
 *
 * @example
 * ```ts
 * writeFileSync('plan.png', encodePng(renderPlan(plan.map, { width: 1200, height: 900 })));
 * ```
 */
export function renderPlan(map: PlanMap, options: Partial<PlanPictureOptions> = {}): Raster {
  const { width, height, background, title } = { ...PLAN_PICTURE_DEFAULTS, ...options };
  checkPictureSize(width, height);
  const theme = THEMES[background];
  const size = Math.max(LETTER_MIN, Math.round(Math.min(width, height) / LETTERS));
  const page = createRaster(width, height, theme.page);
  const bands = coverageBands(map);
  const legend: Legend = { kind: 'swatches', entries: bands.entries };
  const [top, inner] = [title ? 3 * size : 0, width - 2 * size];
  const bottom = Math.min(Math.floor(height / 3), legendRows(legend, inner, size) * legendRowHeight(size) + size);
  if (title) drawText(page, fitText(title, 1.2 * size, inner), size, Math.round(0.9 * size), 1.2 * size, theme.text);
  drawLegend(page, legend, size, height - bottom + size, inner, size, theme);
  const panel = createPanel(width, height - top - bottom, theme);
  const frame = mapFrame(map, panel, size, MARGIN);
  drawGround(panel, map, frame, bands);
  drawMarks(panel, map, frame, size, theme);
  drawScale(panel, frame, size, theme);
  pasteRaster(page, panel, 0, top);
  return page;
}

/** A background that becomes lighter downwards, as behind clouds. */
function createPanel(width: number, height: number, theme: Theme): Raster {
  const panel = createRaster(width, height, theme.panelTop);
  for (let y = 0; y < height; y++)
    pasteRaster(panel, createRaster(width, 1, mixRgb(theme.panelTop, theme.panelBottom, y / height)), 0, y);
  return panel;
}

function drawScale(panel: Raster, { pixelsPerMetre }: PlanFrame, size: number, theme: Theme): void {
  drawScaleBar(panel, pixelsPerMetre, size, theme);
  drawUpArrow(panel, 'N', size, theme);
}
