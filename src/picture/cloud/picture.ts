import { formatCount } from '../../base/format-count.js';
import type { DisplayTone } from '../../cloud/tone-mapping/display-tone.js';
import type { Crew, Exposure } from '../crew/crew.js';
import { soloLooker } from '../crew/solo-crew.js';
import { drawLegend, legendFor, legendRowHeight, legendRows } from '../raster/legend.js';
import { drawHeightTicks, drawMapTicks } from '../raster/map-ticks.js';
import { checkPictureSize } from '../raster/picture-size.js';
import { createRaster, pasteRaster, type Raster } from '../raster/raster.js';
import { drawScaleBar, drawUpArrow } from '../raster/scale-bar.js';
import { drawText, fitText, textWidth } from '../raster/text.js';
import { type Background, THEMES, type Theme } from '../raster/theme.js';
import type { DistanceScale } from './distance-scale.js';
import { clippedBounds, type PictureView, type Subject } from './framing.js';
import { gatherOverview } from './gather-overview.js';
import { layOut, type PanelPlace } from './layout.js';
import { groundOf, openExposure } from './open-exposure.js';
import { mostTellingColor, type PictureColor, toneOf } from './point-colors.js';
import type { PointSource } from './point-source.js';
import { type CameraPose, type Projection, pixelsPerMetre } from './projection.js';
import { NEAR } from './splat.js';
import { OVERSAMPLING } from './splat-share.js';

/** Options for drawing a cloud. */
export interface PictureOptions {
  /** One view, or a sheet of all three. */
  view: PictureView | 'all';
  /** `auto`: the cloud's own colours, otherwise classes, intensity or height, the first that it has. */
  color: PictureColor | 'auto';
  /** Scale of the points' distances to another cloud, for `color: 'distance'`; the batches must have them. */
  distances?: DistanceScale;
  /** Tone curve of intensity and energy; absent: linear for intensity, decibels for energy. */
  tone?: DisplayTone;
  /** Pixels. */
  width: number;
  height: number;
  background: Background;
  /** Start of the line above the picture, which ends with the meaning of the colours; absent: no line. */
  title?: string;
  /** Title of the reference system; views from above then have eastings and northings along their edges. */
  crs?: string;
  /** Symbol of the unit of all coordinates, for the scale and heights; absent: m. */
  unit?: string;
  /** The y axis need not point north, as in coordinates of a sensor: titles name axes, not points of the compass. */
  ownAxes?: boolean;
  /** Camera of the perspective view; absent: one that shows the whole cloud. */
  camera?: CameraPose;
  /** Direction in which the side view looks, radians clockwise from north; absent: along the cloud's shorter side. */
  azimuth?: number;
  /** Names of classes from 64 on, by number. */
  classNames?: Readonly<Record<number, string>>;
  /** Names of semantic classes, by number. */
  semanticNames?: Readonly<Record<number, string>>;
  signal?: AbortSignal;
}

export const PICTURE_DEFAULTS: Readonly<PictureOptions> = Object.freeze({
  view: 'all',
  color: 'auto',
  width: 1600,
  height: 1200,
  background: 'dark',
});

/** Margins at the left and right, and above and below, of a view, in heights of a letter, for title and scale bar. */
const MARGIN_LETTERS = [2, 3.6];
/** The same with coordinates along the edges, and with heights along the left one. */
const MAP_MARGIN_LETTERS = [8, 5.4];
const SIDE_MARGIN_LETTERS = [5, 3.6];

/** Name of each colouring in the line above the picture. */
const COLOR_WORDS: Readonly<Record<PictureColor, string>> = {
  intensity: 'by intensity',
  energy: 'by energy',
  class: 'by class',
  semantic: 'by semantic class',
  return: 'by return',
  height: 'by height',
  instance: 'by object',
  rgb: 'in colour',
  radial_velocity: 'by radial velocity',
  m3c2_distance: 'by M3C2 distance',
  distance: 'by distance',
};

const TONE_WORDS: Readonly<Record<DisplayTone['kind'], string>> = {
  linear: ', linear',
  decibel: ', in decibels',
  hable: ', filmic',
};

/** Description of the colouring for the line above the picture. */
function colorWords(color: PictureColor, asked: DisplayTone | undefined): string {
  const tone = toneOf(color, asked);
  const isPlain = tone === undefined || (tone.kind === 'linear' && asked === undefined);
  return `${COLOR_WORDS[color]}${isPlain ? '' : TONE_WORDS[tone.kind]}`;
}

interface Panel extends Exposure {
  place: PanelPlace;
}

/**
 * The picture of a cloud, RGBA. Reads `source` twice (three times without bounds) in memory that depends only on the
 * picture's size, and returns the same bytes for the same points in the same order. Throws UserError if the size is
 * impossible, AbortedError when `options.signal` fires.
 */
export const renderCloud = (source: PointSource, options: Partial<PictureOptions> = {}): Promise<Raster> =>
  drawPicture(soloLooker(source, options.signal), options);

/** The picture of the cloud at which `crew` looks, as `renderCloud`; the same bytes for any crew. */
export async function drawPicture(crew: Crew, options: Partial<PictureOptions>): Promise<Raster> {
  const chosen = { ...PICTURE_DEFAULTS, ...options };
  checkPictureSize(chosen.width, chosen.height);
  const overview = await gatherOverview(crew);
  const color = chosen.color === 'auto' ? mostTellingColor(overview) : chosen.color;
  const subject: Subject = { overview, box: clippedBounds(overview.grid, overview.bounds), azimuth: chosen.azimuth };
  const page = new Page(chosen, color, subject);
  const panels = page.places.map((place) => openPanel(place, subject, page, crew.allocate, chosen));
  const { intensityRange, energyRange, heightRange, radialVelocityRange, m3c2DistanceRange } = overview;
  const outside = await crew.draw({
    ground: groundOf(overview, crew.allocate),
    color,
    ranges: {
      intensityRange,
      energyRange,
      heightRange,
      radialVelocityRange,
      m3c2DistanceRange,
      distanceRange: chosen.distances && [chosen.distances.low, chosen.distances.high],
    },
    tone: chosen.tone,
    theme: page.theme,
    exposures: panels.map(({ camera, image, view }) => ({ camera, image, view })),
  });
  panels.forEach((panel, k) => {
    page.paste(panel, outsideText(outside[k], overview.pointCount));
  });
  return page.raster;
}

function openPanel(
  place: PanelPlace,
  subject: Subject,
  { theme, letterSize }: Page,
  allocate: Crew['allocate'],
  { camera, crs }: PictureOptions,
): Panel {
  const isMap = place.view === 'top' && crs !== undefined;
  const framed = isMap ? MAP_MARGIN_LETTERS : SIDE_MARGIN_LETTERS;
  const [across, along] = (isMap || place.view === 'side' ? framed : MARGIN_LETTERS).map(
    (letters) => letters * letterSize,
  );
  const { view, width, height } = place;
  const wanted = { view, width, height, margins: [across, along] as const, theme, camera };
  return { place, ...openExposure(subject, wanted, allocate) };
}

/** The picture around the views: title above, legend below. */
class Page {
  readonly raster: Raster;
  readonly places: PanelPlace[];
  readonly letterSize: number;
  readonly theme: Theme;
  private readonly isMapped: boolean;
  private readonly unit?: string;
  /** Name of the direction that is up in views from above. */
  private readonly up: string;

  constructor(options: PictureOptions, color: PictureColor, subject: Subject) {
    const { width, height, title } = options;
    const theme = THEMES[options.background];
    const size = Math.max(7, Math.round(Math.min(width, height) / 92));
    const pad = size;
    const raster = createRaster(width, height, theme.page);
    const legend = legendFor(color, subject.overview, options.tone, options);
    const rows = legendRows(legend, width - 2 * pad, size);
    const top = title ? 3 * size : 0;
    const bottom = Math.min(Math.floor(height / 3), rows * legendRowHeight(size) + pad);
    const area = { x: 0, y: top, width, height: height - top - bottom };
    if (title)
      drawText(
        raster,
        fitText(
          [title, colorWords(color, options.tone), options.crs ?? []].flat().join(', '),
          1.2 * size,
          width - 2 * pad,
        ),
        pad,
        Math.round(0.9 * size),
        1.2 * size,
        theme.text,
      );
    drawLegend(raster, legend, pad, height - bottom + pad, width - 2 * pad, size, theme);
    this.raster = raster;
    this.places = layOut(options.view, subject, area, !options.ownAxes);
    this.up = options.ownAxes ? 'y' : 'N';
    this.letterSize = size;
    this.theme = theme;
    this.isMapped = options.crs !== undefined;
    this.unit = options.unit;
  }

  /** Adds a view to the page, with `note` in its lower right corner. */
  paste({ place, camera, view }: Panel, note: string): void {
    const size = this.letterSize;
    drawText(view, fitText(place.title, size, view.width - 2 * size), size, size, size, this.theme.quietText);
    this.drawScale(place, camera, view);
    if (place.view === 'top') drawUpArrow(view, this.up, size, this.theme);
    drawNote(view, note, size, this.theme);
    pasteRaster(this.raster, view, place.x, place.y);
  }

  private drawScale({ view: kind }: PanelPlace, camera: Projection, view: Raster): void {
    const { letterSize: size, theme } = this;
    const depth = kind === 'perspective' ? camera.middleDepth : undefined;
    // A single point has no size.
    if (kind === 'perspective' && !(depth !== undefined && depth > NEAR)) return;
    const scale = pixelsPerMetre(camera, depth ?? 1) / OVERSAMPLING;
    drawScaleBar(view, scale, size, theme, { distance: depth, unit: this.unit });
    if (kind === 'side')
      drawHeightTicks(view, { top: camera.eye[2] + view.height / 2 / scale, pixelsPerMetre: scale }, size, theme);
    if (kind !== 'top' || !this.isMapped) return;
    const [west, north] = [camera.eye[0] - view.width / 2 / scale, camera.eye[1] + view.height / 2 / scale];
    drawMapTicks(view, { west, north, pixelsPerMetre: scale }, size, theme);
  }
}

/** Draws `note` in the lower right corner of a view. */
function drawNote(view: Raster, note: string, size: number, theme: Theme): void {
  const text = fitText(note, size, view.width - 2 * size);
  drawText(view, text, view.width - size - textWidth(text, size), view.height - 2 * size, size, theme.quietText);
}

/** The number of points of a cloud outside of a view: `214 points (0.3 %) outside`; nothing if it shows all. */
export function outsideText(outside: number, points: number): string {
  if (outside === 0) return '';
  const percent = (100 * outside) / points;
  const share = percent < 0.1 ? '<0.1' : percent.toFixed(percent < 9.95 ? 1 : 0);
  return `${formatCount(outside)} ${outside === 1 ? 'point' : 'points'} (${share} %) outside`;
}
