import { invariant } from '../../base/errors.js';
import { byteOf16Bits } from '../../cloud/byte-of-16-bits.js';
import type { PointBatch, PointKey } from '../../cloud/point-batch.js';
import { type DisplayTone, stretchFor, type ToneRange } from '../../cloud/tone-mapping/display-tone.js';
import { classStyle } from '../raster/class-palette.js';
import {
  DIRECTION_RAMP,
  DISTANCE_RAMP,
  distinctColor,
  HEIGHT_RAMP,
  INTENSITY_RAMP,
  packRgb,
  type Ramp,
  type Rgb,
} from '../raster/color-ramps.js';
import type { CloudOverview } from './overview.js';

/** Quantities that the colours of a picture can show. */
export type PictureColor =
  | 'intensity'
  | 'energy'
  | 'class'
  | 'semantic'
  | 'return'
  | 'height'
  | 'instance'
  | 'rgb'
  | 'radial_velocity'
  | 'm3c2_distance'
  | 'distance';

/** Fills in the colours of points. */
export type Colorize = (columns: ColorColumns, colors: Uint32Array) => void;

/** Points with the attributes that a colouring needs, and their distances to another cloud (metres). */
export type ColorColumns = { count: number; distance?: Float32Array } & Partial<PointBatch>;

/** Ranges of distinguishable values, from the darkest to the brightest. */
export type ValueRanges = Pick<
  CloudOverview,
  'intensityRange' | 'energyRange' | 'heightRange' | 'radialVelocityRange' | 'm3c2DistanceRange'
> & {
  /** Range of distances to another cloud, metres. */
  distanceRange?: readonly [number, number];
};

/** First to fifth return; later ones have the colour of the fifth. */
const RETURN_COLORS: readonly Rgb[] = [0xf2c14e, 0x4fb0e8, 0xe5638b, 0x63c77f, 0xb28af0];
/** Points without an object, return number, energy or colour. */
const NONE: Rgb = 0x6c757f;

/** Colour of a return number, 1…15. */
export function returnColor(returnNumber: number): Rgb {
  return returnNumber < 1 ? NONE : RETURN_COLORS[Math.min(returnNumber, RETURN_COLORS.length) - 1];
}

/** Colour of a semantic class; 0 is none. */
export const semanticNumberColor = (id: number): Rgb => (id === 0 ? NONE : distinctColor(id));

/** Colourings by a ramp. */
type RampColor = 'intensity' | 'energy' | 'height' | 'distance' | 'radial_velocity' | 'm3c2_distance';

/** Energies and distances, which span decades, are shown by their logarithm, all others linearly. */
const TONES: Readonly<Record<RampColor, DisplayTone>> = {
  intensity: { kind: 'linear' },
  energy: { kind: 'decibel' },
  height: { kind: 'linear' },
  distance: { kind: 'decibel' },
  radial_velocity: { kind: 'linear' },
  m3c2_distance: { kind: 'linear' },
};

/** The tone of a colouring: the requested one, or its default; undefined if it has none. */
export function toneOf(color: PictureColor, tone: DisplayTone | undefined): DisplayTone | undefined {
  return color === 'intensity' || color === 'energy' ? (tone ?? TONES[color]) : undefined;
}

/** Mapping of a colouring's values to colours; `tone` affects only intensity and energy. */
export function stretchOf(color: RampColor, ranges: ValueRanges, tone?: DisplayTone): ToneRange {
  const range = {
    intensity: ranges.intensityRange,
    energy: ranges.energyRange,
    height: ranges.heightRange,
    distance: ranges.distanceRange,
    radial_velocity: ranges.radialVelocityRange,
    m3c2_distance: ranges.m3c2DistanceRange,
  }[color];
  invariant(range, 'distances are drawn with their range');
  return stretchFor(toneOf(color, tone) ?? TONES[color], range);
}

/** Attributes of a point that a colouring needs. */
export const COLOR_KEYS: Readonly<Record<PictureColor, PointKey[]>> = Object.freeze({
  intensity: ['intensity'],
  energy: ['energy'],
  class: ['classification'],
  semantic: ['semantic'],
  return: ['returnNumber'],
  height: ['z'],
  instance: ['instance'],
  rgb: ['rgb'],
  radial_velocity: ['radialVelocity'],
  m3c2_distance: ['m3c2Distance'],
  // Distances are not in the file.
  distance: [],
});

/** The colouring of points of a cloud with these ranges. `tone` is that of intensity and energy. */
export function colorizerFor(color: PictureColor, ranges: ValueRanges, tone?: DisplayTone): Colorize {
  switch (color) {
    case 'intensity': {
      const at = along(INTENSITY_RAMP, stretchOf('intensity', ranges, tone));
      return each('intensity', at);
    }
    case 'energy': {
      const at = along(INTENSITY_RAMP, stretchOf('energy', ranges, tone));
      return each('energy', (energy) => (energy > 0 ? at(energy) : NONE));
    }
    case 'height':
      return each('z', along(HEIGHT_RAMP, stretchOf('height', ranges)));
    case 'distance':
      return each('distance', along(DISTANCE_RAMP, stretchOf('distance', ranges)));
    case 'class': {
      const palette = Uint32Array.from({ length: 256 }, (_, id) => classStyle(id).color);
      return each('classification', (id) => palette[id]);
    }
    case 'semantic':
      return each('semantic', semanticNumberColor);
    case 'return':
      return each('returnNumber', returnColor);
    case 'instance': {
      const palette = Uint32Array.from({ length: 4096 }, (_, id) => distinctColor(id));
      return each('instance', (id) => (id === 0 ? NONE : palette[id & 4095]));
    }
    case 'radial_velocity':
      return eachEitherWay('radialVelocity', stretchOf(color, ranges));
    case 'm3c2_distance':
      return eachEitherWay('m3c2Distance', stretchOf(color, ranges));
    case 'rgb':
      return colorizeByOwn;
  }
}

type ColorKey = 'distance' | 'intensity' | 'energy' | 'z' | 'classification' | 'semantic' | 'returnNumber' | 'instance';

/** Colours points by one of their attributes. */
function each(key: ColorKey, colorOf: (value: number) => Rgb): Colorize {
  return (columns, colors) => {
    const values = columns[key];
    invariant(values, `the points are read without ${key}`);
    for (let i = 0; i < columns.count; i++) colors[i] = colorOf(values[i]);
  };
}

/** Colours points by a quantity with two directions, which a cloud, or a point (NaN), may lack. */
function eachEitherWay(key: 'radialVelocity' | 'm3c2Distance', range: ToneRange): Colorize {
  const at = along(DIRECTION_RAMP, range);
  return (columns, colors) => {
    const values = columns[key];
    if (!values) colors.fill(NONE, 0, columns.count);
    else for (let i = 0; i < columns.count; i++) colors[i] = Number.isNaN(values[i]) ? NONE : at(values[i]);
  };
}

const colorizeByOwn: Colorize = ({ count, rgb }, colors) => {
  if (!rgb) colors.fill(NONE, 0, count);
  else
    for (let i = 0; i < count; i++)
      colors[i] = packRgb(byteOf16Bits(rgb[3 * i]), byteOf16Bits(rgb[3 * i + 1]), byteOf16Bits(rgb[3 * i + 2]));
};

/**
 * The most informative colouring of a cloud: its M3C2 distances, its own colours, its classes, its intensity, or else
 * its height.
 */
export function mostTellingColor(overview: CloudOverview): PictureColor {
  if (overview.m3c2DistanceRange[1] > 0) return 'm3c2_distance';
  if (overview.hasColor) return 'rgb';
  if (overview.classCounts.filter((count) => count > 0).length > 1) return 'class';
  return overview.intensityRange[1] > overview.intensityRange[0] ? 'intensity' : 'height';
}

function along(ramp: Ramp, { at }: ToneRange): (value: number) => Rgb {
  const last = ramp.length - 1;
  return (value) => ramp[Math.round(Math.min(last, Math.max(0, last * at(value))))];
}
