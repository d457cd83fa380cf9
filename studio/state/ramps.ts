import { colorRamp } from 'subray/browser';

/** The ramps of colour, 256 colours as 0xRRGGBB each, by what they show. */
export const RAMPS = Object.freeze({
  intensity: colorRamp('intensity'),
  height: colorRamp('height'),
  distance: colorRamp('distance'),
  value: colorRamp('cividis'),
});
