/** The visible part of a plane: metres at the left and bottom edges, and metres of a pixel. */
export interface PlotFrame {
  left: number;
  bottom: number;
  perPixelX: number;
  perPixelY: number;
}

/** Pixels of the area of a plot. */
export interface PlotSize {
  width: number;
  height: number;
}

/** A place in a plot, metres. */
export interface PlotPlace {
  x: number;
  y: number;
}

/** Part of the area that is left free around what is fitted. */
const MARGIN = 0.04;

/** The frame in which a box fills the area; heights are drawn `exaggeration` times as large as lengths. */
export function fitFrame(
  { min, max }: { min: PlotPlace; max: PlotPlace },
  { width, height }: PlotSize,
  exaggeration: number,
): PlotFrame {
  const [wide, high] = [Math.max(max.x - min.x, 1e-3), Math.max(max.y - min.y, 1e-3)];
  const room = 1 - 2 * MARGIN;
  const perPixelX = Math.max(wide / (room * width), (high * exaggeration) / (room * height));
  const perPixelY = perPixelX / exaggeration;
  return {
    left: (min.x + max.x - perPixelX * width) / 2,
    bottom: (min.y + max.y - perPixelY * height) / 2,
    perPixelX,
    perPixelY,
  };
}

/** The frame with `factor` times as many metres a pixel, which keeps a place where it is. */
export const zoomFrame = (frame: PlotFrame, { x, y }: PlotPlace, factor: number): PlotFrame => ({
  left: x - (x - frame.left) * factor,
  bottom: y - (y - frame.bottom) * factor,
  perPixelX: frame.perPixelX * factor,
  perPixelY: frame.perPixelY * factor,
});

export const moveFrame = (frame: PlotFrame, right: number, up: number): PlotFrame => ({
  ...frame,
  left: frame.left - right * frame.perPixelX,
  bottom: frame.bottom - up * frame.perPixelY,
});

/** Round numbers from `low` to `high`, at most `most` of them, and the decimals that they need. */
export function ticksOf(low: number, high: number, most: number): { values: number[]; decimals: number } {
  const rough = (high - low) / Math.max(1, most);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((times) => times * power).find((size) => size >= rough) ?? 10 * power;
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const values: number[] = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; k++) values.push(k * step + 0);
  return { values, decimals };
}

/** The point nearest to a place, within `pixels`; undefined: there is none. */
export function nearestPoint(
  { along, height }: { along: Float64Array; height: Float64Array },
  isShown: (point: number) => boolean,
  { perPixelX, perPixelY }: PlotFrame,
  { x, y }: PlotPlace,
  pixels: number,
): PlotPlace | undefined {
  let [best, least] = [-1, pixels * pixels];
  for (let k = 0; k < along.length; k++) {
    const away = ((along[k] - x) / perPixelX) ** 2 + ((height[k] - y) / perPixelY) ** 2;
    if (away <= least && isShown(k)) [best, least] = [k, away];
  }
  return best < 0 ? undefined : { x: along[best], y: height[best] };
}
