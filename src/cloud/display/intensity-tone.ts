import { INTENSITY_SPANS, type IntensityScale } from '../tone-mapping/intensity-scale.js';

/**
 * Mapping of 16-bit intensities to the 8 bits that are drawn: 255 · ((i − low) / (high − low))^power, held at 0 and
 * 255. One for all points of a cloud, so that chunks look alike. Plain data.
 */
export interface IntensityTone {
  low: number;
  high: number;
  power: number;
}

/**
 * The tones of subray's own scales. Decibels are even steps already: up to 60 dB above the detection limit, a step of
 * the tone being 0.24 dB; reflectances up to 30 dB above white. Energies get their square root, so that dark ones
 * differ, too. The other scales are made for viewing and stay linear.
 */
export const INTENSITY_TONES: Readonly<Record<IntensityScale['kind'], IntensityTone>> = Object.freeze({
  amplitude: { ...INTENSITY_SPANS.amplitude, power: 1 },
  reflectance: { ...INTENSITY_SPANS.reflectance, power: 1 },
  linear: { ...INTENSITY_SPANS.linear, power: 0.5 },
  hdl32e: { ...INTENSITY_SPANS.hdl32e, power: 1 },
  hable: { ...INTENSITY_SPANS.hable, power: 1 },
});

/** Fraction of a sample's points that may lie below the tone's low end, and above its high end. */
const BEYOND = 0.001;
/** Range of the powers: no tone darkens, and none amplifies dark points until only their noise is visible. */
const POWERS = Object.freeze({ least: 0.3, most: 1 });

/**
 * The tone for intensities of an unknown scale, from a sample of them: its ends leave out one point in a thousand, and
 * its power puts the median in the middle as far as possible. Equal intensities are grey.
 */
export function toneOfSample(intensities: Uint16Array): IntensityTone {
  const sorted = intensities.slice().sort();
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;
  const [low, median, high] = [at(BEYOND), at(0.5), at(1 - BEYOND)];
  if (low === high) return { low: low - 1, high: low + 1, power: 1 };
  const middle = (median - low) / (high - low);
  const wanted = Math.log(0.5) / Math.log(middle);
  // At either end no power moves it.
  const power = middle > 0 && middle < 1 ? wanted : middle > 0 ? POWERS.most : POWERS.least;
  return { low, high, power: Math.min(POWERS.most, Math.max(POWERS.least, power)) };
}

/** The 8 bits of every intensity. */
export const toneTable = ({ low, high, power }: IntensityTone): Uint8Array =>
  Uint8Array.from({ length: 65_536 }, (_, intensity) => {
    const place = Math.min(1, Math.max(0, (intensity - low) / (high - low)));
    return Math.round(255 * place ** power);
  });
