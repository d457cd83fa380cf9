import { type DrawnLegend, drawLegend, legendSize } from '../plot/draw-legend.js';
import { drawScale } from '../plot/draw-scale.js';
import { legendEntries } from '../state/look/legend-entries.js';
import { legendRamp, spanText } from '../state/look/legend-ramp.js';
import { modeName } from '../state/look/mode-name.js';
import { otherFilters, othersText } from '../state/look/point-filter.js';
import { shownRamp } from '../state/look/ramps.js';
import type { Studio } from '../state/studio.js';
import { pageTextScale } from '../ui/map-scale.js';
import { saveBlob } from '../ui/save-blob.js';
import { poseOf } from '../view/pose.js';
import type { Viewport } from '../view/viewport.js';

/** Pixels between what is drawn over the view and its edges. */
const AWAY = 12;
/** Parts of the view that a legend may cover; a larger one stands beside it. */
const COVERED = { width: 0.4, height: 0.8 };

/**
 * Saves the view as PNG, named after the survey, with axes, scale and, unless it is folded, the legend. Throws Error if
 * the browser returns no picture.
 */
export async function savePicture(studio: Studio): Promise<void> {
  const { view } = studio;
  if (!view) return;
  const picture = await createImageBitmap(await view.picture());
  saveBlob(await withLegend(studio, view, picture), `${studio.name}.png`);
}

async function withLegend(studio: Studio, view: Viewport, picture: ImageBitmap): Promise<Blob> {
  const canvas = new OffscreenCanvas(1, 1);
  // The context of such a canvas has all that is used of the other kind.
  const context = canvas.getContext('2d') as unknown as CanvasRenderingContext2D;
  // Text is as large as on the page.
  const textScale = pageTextScale();
  const ratio = (textScale * picture.width) / (view.eye.controls.domElement?.clientWidth || picture.width);
  const [width, height] = [picture.width / ratio, picture.height / ratio];
  const legend = drawnLegend(studio);
  const size = legend && legendSize(context, legend);
  const isBeside = size && (size.width > COVERED.width * width || size.height > COVERED.height * height);
  canvas.width = picture.width + (isBeside ? Math.round((size.width + 2 * AWAY) * ratio) : 0);
  canvas.height = Math.max(picture.height, isBeside ? Math.round((size.height + 2 * AWAY) * ratio) : 0);
  const style = getComputedStyle(document.documentElement);
  const pen = (name: string) => style.getPropertyValue(`--${name}`);
  context.fillStyle = pen('page');
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0);
  context.scale(ratio, ratio);
  const axes = { x: pen('axis-x'), y: pen('axis-y'), z: pen('axis-z') };
  const pose = poseOf(view.eye);
  const scaled = { ...pose, pixels: pose.pixels / textScale };
  drawScale(context, scaled, AWAY, height - AWAY, { text: pen('text'), halo: pen('page'), axes });
  if (legend && size) {
    const place = { left: canvas.width / ratio - AWAY - size.width, top: AWAY, ...size };
    const pens = { text: pen('text'), quiet: pen('quiet'), line: pen('line'), panel: pen('panel') };
    drawLegend(context, legend, place, pens);
  }
  return canvas.convertToBlob({ type: 'image/png' });
}

/** The legend as drawn, without hidden entries; undefined: there are no points, or it is folded. */
function drawnLegend(studio: Studio): DrawnLegend | undefined {
  const { look, clouds } = studio;
  const shown = clouds.visible.value.filter(({ points }) => points > 0);
  if (shown.length === 0 || look.isLegendOpen.value === false) return undefined;
  const mode = look.mode.value;
  const ramp = legendRamp(studio);
  const others = otherFilters(look, mode);
  return {
    title: modeName(mode),
    lines: [
      ...(shown.length > 1 ? [shown.map(({ name }) => name).join(' + ')] : []),
      ...(ramp?.note !== undefined ? [ramp.note] : []),
      ...(ramp && look.isSpanned(mode) ? [`only ${spanText(look, mode, ramp)}`] : []),
      ...(others.length > 0 ? [othersText(others)] : []),
    ],
    entries: legendEntries(mode, studio.legend.value).filter(({ number }) => !look.isHidden(mode, number)),
    ...(ramp && { ramp: { ...ramp, colors: shownRamp(look, mode) } }),
  };
}
