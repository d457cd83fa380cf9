import { invariant } from '../../base/errors.js';
import type { DisplayTone, ToneRange } from '../../cloud/tone-mapping/display-tone.js';
import { type DistanceScale, distanceTitle, formatDistance } from '../cloud/distance-scale.js';
import type { CloudOverview } from '../cloud/overview.js';
import { type PictureColor, returnColor, semanticNumberColor, stretchOf, toneOf } from '../cloud/point-colors.js';
import { classStyle } from './class-palette.js';
import { DIRECTION_RAMP, DISTANCE_RAMP, HEIGHT_RAMP, INTENSITY_RAMP, type Ramp, type Rgb } from './color-ramps.js';
import { metricPrefix } from './metric-prefix.js';
import { fillRect, type Raster } from './raster.js';
import { drawText, textWidth } from './text.js';
import type { Theme } from './theme.js';

/** Meaning of the colours in a picture: named colours, a ramp from low to high, or a sentence. */
export type Legend =
  | { kind: 'swatches'; entries: { name: string; color: Rgb }[] }
  | { kind: 'ramp'; ramp: Ramp; low: string; high: string; name: string }
  | { kind: 'words'; text: string };

/** The legend of data distinguished by colour. */
export const swatchLegend = (data: readonly { name: string; color: Rgb }[]): Legend => ({
  kind: 'swatches',
  entries: data.map(({ name, color }) => ({ name, color })),
});

/** Facts about a cloud that are not in its points. */
export interface LegendFacts {
  /** Names of classes from 64 on, by number. */
  classNames?: Readonly<Record<number, string>>;
  /** Names of semantic classes, by number. */
  semanticNames?: Readonly<Record<number, string>>;
  /** Symbol of the unit of heights; absent: m. */
  unit?: string;
  /** Scale of a picture of distances. */
  distances?: DistanceScale;
}

/** The legend of a picture in `color`; swatches most frequent first. */
export function legendFor(
  color: PictureColor,
  overview: CloudOverview,
  tone?: DisplayTone,
  { classNames, semanticNames = {}, unit = 'm', distances }: LegendFacts = {},
): Legend {
  switch (color) {
    case 'intensity':
      return ramp(
        'intensity (DN)',
        INTENSITY_RAMP,
        stretchOf(color, overview, tone),
        (value) => `${Math.round(value)}`,
      );
    case 'energy':
      if (overview.energyRange[1] === 0) return { kind: 'words', text: 'this cloud has no energies' };
      return energyRamp(stretchOf(color, overview, tone), toneOf(color, tone)?.kind === 'decibel');
    case 'height':
      return ramp('height', HEIGHT_RAMP, stretchOf(color, overview), (value) => `${value.toFixed(1)} ${unit}`);
    case 'radial_velocity':
      if (overview.radialVelocityRange[1] === 0) return { kind: 'words', text: 'this cloud has no radial velocities' };
      return ramp('radial velocity', DIRECTION_RAMP, stretchOf(color, overview), formatSpeed);
    case 'm3c2_distance':
      if (overview.m3c2DistanceRange[1] === 0) return { kind: 'words', text: 'this cloud has no M3C2 distances' };
      return ramp('distance along the normal', DIRECTION_RAMP, stretchOf(color, overview), formatSigned);
    case 'distance':
      invariant(distances, 'a picture of distances has their scale');
      return ramp(
        distanceTitle(distances),
        DISTANCE_RAMP,
        stretchOf(color, { ...overview, distanceRange: [distances.low, distances.high] }),
        formatDistance,
      );
    case 'class':
      return swatches(overview.classCounts, (id) => classStyle(id, classNames));
    case 'semantic':
      return swatches(overview.semanticCounts, (id) => ({
        name: semanticNames[id] ?? (id === 0 ? 'none' : `semantic class ${id}`),
        color: semanticNumberColor(id),
      }));
    case 'return':
      return swatches(overview.returnCounts, (number) => ({
        name: number === 0 ? 'no return number' : `return ${number}`,
        color: returnColor(number),
      }));
    case 'instance': {
      const objects = overview.instanceCounts.slice(1).filter((count) => count > 0).length;
      return { kind: 'words', text: objects === 1 ? '1 object' : `${objects} objects, a colour each` };
    }
    case 'rgb':
      return { kind: 'words', text: overview.hasColor ? "the cloud's own colours" : 'this cloud has no colours' };
  }
}

function ramp(name: string, colors: Ramp, { low, high }: ToneRange, format: (value: number) => string): Legend {
  return { kind: 'ramp', ramp: colors, low: format(low), high: format(high), name };
}

/** Energies in joules; additionally in decibels relative to 1 J, if the ramp is logarithmic. */
function energyRamp(stretch: ToneRange, inDecibels: boolean): Legend {
  const decibels = [stretch.low, stretch.high].map((joules) => formatDecibels(10 * Math.log10(joules)));
  const name = inDecibels ? `energy, ${decibels.join(' … ')} dB relative to 1 J` : 'energy';
  return ramp(name, INTENSITY_RAMP, stretch, formatEnergy);
}

/** What comes closer is negative. */
const formatSpeed = (value: number): string => `${value.toFixed(1).replace('-', '−')} m/s`;

/** `−4.32 mm`, `0.150 m`. */
const formatSigned = (value: number): string => `${value < 0 ? '−' : ''}${formatDistance(Math.abs(value))}`;

const formatDecibels = (value: number): string => value.toFixed(1).replace('-', '−');

/** `1.20 fJ`: three digits. */
function formatEnergy(joules: number): string {
  if (joules === 0) return '0 J';
  const { prefix, factor } = metricPrefix(joules);
  return `${(joules * factor).toPrecision(3)} ${prefix}J`;
}

function swatches(counts: Float64Array, style: (id: number) => { name: string; color: Rgb }): Legend {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const ids = Array.from(counts.keys()).filter((id) => counts[id] > 0);
  ids.sort((a, b) => counts[b] - counts[a] || a - b);
  const entries = ids.map((id) => ({
    name: `${style(id).name} ${percent(counts[id] / total)}`,
    color: style(id).color,
  }));
  return { kind: 'swatches', entries };
}

const percent = (part: number) => (part < 0.001 ? '<0.1 %' : `${(100 * part).toFixed(part < 0.0995 ? 1 : 0)} %`);

/** Rows of `legend` within `width` pixels, with letters `size` pixels high. */
export function legendRows(legend: Legend, width: number, size: number): number {
  return 1 + Math.max(0, ...placeSwatches(legend, width, size).map((place) => place.row));
}

/** Height of one row of a legend. */
export const legendRowHeight = (size: number) => Math.round(size * 2.1);

/** Draws `legend` with its upper left corner at (x, y). */
export function drawLegend(
  raster: Raster,
  legend: Legend,
  x: number,
  y: number,
  width: number,
  size: number,
  theme: Theme,
): void {
  if (legend.kind === 'words') drawText(raster, legend.text, x, y, size, theme.quietText);
  if (legend.kind === 'ramp') drawRamp(raster, legend, x, y, size, theme);
  for (const place of placeSwatches(legend, width, size)) {
    const top = y + place.row * legendRowHeight(size);
    fillRect(raster, x + place.x, top, size, size, place.color);
    drawText(raster, place.name, x + place.x + Math.round(1.6 * size), top, size, theme.quietText);
  }
}

function placeSwatches(legend: Legend, width: number, size: number) {
  if (legend.kind !== 'swatches') return [];
  let [x, row] = [0, 0];
  return legend.entries.map((entry) => {
    const needed = Math.round(1.6 * size) + textWidth(entry.name, size);
    if (x > 0 && x + needed > width) [x, row] = [0, row + 1];
    const place = { ...entry, x, row };
    x += needed + 2 * size;
    return place;
  });
}

function drawRamp(
  raster: Raster,
  { ramp: colors, low, high, name }: Extract<Legend, { kind: 'ramp' }>,
  x: number,
  y: number,
  size: number,
  theme: Theme,
): void {
  const RAMP_WIDTH_IN_LETTERS = 22;
  const left = x + textWidth(low, size) + size;
  const width = RAMP_WIDTH_IN_LETTERS * size;
  drawText(raster, low, x, y, size, theme.quietText);
  for (let column = 0; column < width; column++)
    fillRect(raster, left + column, y, 1, size, colors[Math.floor((column * colors.length) / width)]);
  drawText(raster, `${high}   ${name}`, left + width + size, y, size, theme.quietText);
}
