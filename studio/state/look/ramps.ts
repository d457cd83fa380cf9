import { colorRamp } from 'subray/browser';
import type { ColorMode, Look } from './look.js';

/** The ramps of colour, 256 colours as 0xRRGGBB each, by what they show. */
export const RAMPS = Object.freeze({
  intensity: colorRamp('intensity'),
  height: colorRamp('height'),
  distance: colorRamp('distance'),
  value: colorRamp('cividis'),
});

/** The ramp of a mode, if it has one. */
function rampOf(mode: ColorMode): keyof typeof RAMPS {
  if ('plain' in mode) return mode.plain === 'height' ? 'height' : 'intensity';
  return 'distance' in mode ? 'distance' : 'value';
}

/** The colours of the ramp of a mode; undefined: points with these are hidden. */
export function shownRamp(look: Look, mode: ColorMode): (number | undefined)[] {
  const [first, last] = look.spanOf(mode);
  return Array.from(RAMPS[rampOf(mode)], (color, k) => (k < first || k > last ? undefined : color));
}
