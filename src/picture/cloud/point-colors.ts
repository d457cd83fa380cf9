import type { PointBatch } from '../../cloud/point-batch.js';
import { type DisplayTone, type Stretch, stretchFor } from '../../cloud/tone-mapping/display-tone.js';
import { classStyle } from '../raster/class-palette.js';
import { distinctColor, HEIGHT_RAMP, INTENSITY_RAMP, packRgb, type Ramp, type Rgb } from '../raster/color-ramps.js';
import type { CloudOverview } from './overview.js';

/** What the colours of a picture tell. */
export type PictureColor = 'intensity' | 'energy' | 'class' | 'return' | 'height' | 'instance' | 'rgb';

/** Colour of point `i` of a batch. */
export type Colorize = (batch: PointBatch, i: number) => Rgb;

/** First to fifth return; later ones look like the fifth. */
const RETURN_COLORS: readonly Rgb[] = [0xf2c14e, 0x4fb0e8, 0xe5638b, 0x63c77f, 0xb28af0];
/** Points that belong to no object, and points without a return number, energy or colour. */
const NONE: Rgb = 0x6c757f;

/** Colour of a return number, 1…15. */
export function returnColor(returnNumber: number): Rgb {
  return returnNumber < 1 ? NONE : RETURN_COLORS[Math.min(returnNumber, RETURN_COLORS.length) - 1];
}

/** Intensities are shown as they are, energies, which span decades, in decibels. */
const TONES: Readonly<Record<'intensity' | 'energy', DisplayTone>> = {
  intensity: { kind: 'linear' },
  energy: { kind: 'decibel' },
};

/** The tone of a colouring: the one that is asked for, or its own; undefined where it has none. */
export function toneOf(color: PictureColor, tone: DisplayTone | undefined): DisplayTone | undefined {
  return color === 'intensity' || color === 'energy' ? (tone ?? TONES[color]) : undefined;
}

/** How a colouring shows its values: as `tone` says, which means intensity and energy alone. */
export function stretchOf(
  color: 'intensity' | 'energy' | 'height',
  overview: CloudOverview,
  tone?: DisplayTone,
): Stretch {
  const range = { intensity: overview.intensityRange, energy: overview.energyRange, height: overview.heightRange }[
    color
  ];
  return stretchFor(toneOf(color, tone) ?? { kind: 'linear' }, range);
}

/** How to colour the points of a cloud with this overview. `tone`, where it is given, is that of intensity and energy. */
export function colorizerFor(color: PictureColor, overview: CloudOverview, tone?: DisplayTone): Colorize {
  switch (color) {
    case 'intensity': {
      const at = along(INTENSITY_RAMP, stretchOf('intensity', overview, tone));
      return (batch, i) => at(batch.intensity[i]);
    }
    case 'energy': {
      const at = along(INTENSITY_RAMP, stretchOf('energy', overview, tone));
      return (batch, i) => (batch.energy[i] > 0 ? at(batch.energy[i]) : NONE);
    }
    case 'height': {
      const at = along(HEIGHT_RAMP, stretchOf('height', overview));
      return (batch, i) => at(batch.z[i]);
    }
    case 'class': {
      const palette = Uint32Array.from({ length: 256 }, (_, id) => classStyle(id).color);
      return (batch, i) => palette[batch.classification[i]];
    }
    case 'return':
      return (batch, i) => returnColor(batch.returnNumber[i]);
    case 'instance': {
      const palette = Uint32Array.from({ length: 4096 }, (_, id) => distinctColor(id));
      return (batch, i) => (batch.instance[i] === 0 ? NONE : palette[batch.instance[i] & 4095]);
    }
    case 'rgb':
      return (batch, i) => {
        const rgb = batch.rgb;
        return rgb ? packRgb(rgb[3 * i] >> 8, rgb[3 * i + 1] >> 8, rgb[3 * i + 2] >> 8) : NONE;
      };
  }
}

/** The colouring that tells most about a cloud: its own colours, its classes, its intensity, or else its height. */
export function mostTellingColor(overview: CloudOverview): PictureColor {
  if (overview.hasColor) return 'rgb';
  if (overview.classCounts.filter((count) => count > 0).length > 1) return 'class';
  return overview.intensityRange[1] > overview.intensityRange[0] ? 'intensity' : 'height';
}

function along(ramp: Ramp, { at }: Stretch): (value: number) => Rgb {
  const last = ramp.length - 1;
  return (value) => ramp[Math.round(Math.min(last, Math.max(0, last * at(value))))];
}
