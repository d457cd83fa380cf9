import { nodeFiles } from '../../base/files/node-files.js';
import { formatCount } from '../../base/format-count.js';
import type { PointColumns } from '../../cloud/point-batch.js';
import { readColumns } from '../../io/clouds/read-points.js';
import { openReadable, recordColumnsOf } from '../../io/clouds/readable-clouds.js';
import type { BlockCoders } from '../../io/records/blocks.js';
import { FIRST_LOOK_KEYS } from '../../picture/cloud/point-tally.js';
import { renderView } from '../../picture/cloud/render-view.js';
import { drawLegend, type Legend, legendRowHeight, legendRows } from '../../picture/raster/legend.js';
import { createRaster, pasteRaster, type Raster } from '../../picture/raster/raster.js';
import { semanticColor } from '../../picture/raster/semantic-palette.js';
import { drawText, fitText } from '../../picture/raster/text.js';
import { THEMES } from '../../picture/raster/theme.js';
import { type DataSet, type MergedTask, pathOf, splitNames } from './data-set.js';
import { type ClassCount, classCounts, sumOf } from './files/statistics.js';
import { type FrameKind, frameSource, readFramePoints } from './frame-points.js';
import type { FileRequest } from './merge-file.js';
import { usefulCoders } from './useful-coders.js';

/** Most clouds of a sheet, and its columns. */
const PICTURES_MAX = 24;
const COLUMNS_MAX = 4;
/** Pixels of a picture, of the lines between them, and of capitals. */
const [WIDTH, HEIGHT] = [480, 320];
const GAP = 8;
const LETTER = 13;
const THEME = THEMES.dark;

/** Attributes for pictures. */
const KEYS = FIRST_LOOK_KEYS;
type PicturedPoints = PointColumns<(typeof KEYS)[number]>;

/** A task with the cloud that is drawn of it. */
interface Pictured {
  task: MergedTask;
  path: string;
  points: number;
  /** Absent: a cloud. */
  frame?: FrameKind;
}

/**
 * A picture of up to 24 clouds of a data set, coloured by semantic class: splits have as many as their share, each
 * evenly over its surveys. Returns undefined if no cloud can be read. The same clouds have the same pixels.
 */
export async function drawContactSheet(
  dataSet: DataSet,
  request: Pick<FileRequest, 'coders' | 'signal'>,
): Promise<Raster | undefined> {
  const shown = chooseClouds(dataSet);
  if (shown.length === 0) return undefined;
  const classes = classCounts(dataSet, sumOf(dataSet.look.tallies.values()));
  const legend = legendOf(classes);
  const sheet = new Sheet(shown.length, legend);
  const palette = paletteOf(classes);
  for (const [k, cloud] of shown.entries()) sheet.add(k, await drawCloud(cloud, palette, request), captionOf(cloud));
  return sheet.raster;
}

/** The clouds of a sheet, in the order of their splits and numbers. */
export function chooseClouds(dataSet: DataSet): Pictured[] {
  const order = [...splitNames(dataSet), undefined];
  const all = order.flatMap((split) => dataSet.tasks.flatMap((task, k) => picturedOf(dataSet, task, k, split)));
  const count = Math.min(PICTURES_MAX, all.length);
  return Array.from({ length: count }, (_, k) => all[Math.floor(((k + 0.5) * all.length) / count)]);
}

/** The largest of a task's clouds, if it is in this split and has points: a frame at an end may be of a few columns. */
function picturedOf({ folder, look }: DataSet, task: MergedTask, k: number, split: string | undefined): Pictured[] {
  if (task.split !== split) return [];
  const readable = task.clouds.flatMap(({ name, frame }, c) => {
    const points = look.points[k][c] ?? 0;
    return points > 0 ? [{ task, path: pathOf({ folder }, task, name), points, ...(frame && { frame }) }] : [];
  });
  const [first, ...others] = readable;
  return first ? [others.reduce((largest, one) => (one.points > largest.points ? one : largest), first)] : [];
}

function captionOf({ task, points }: Pictured): string {
  const split = task.split === undefined ? '' : ` ${task.split}`;
  return `${task.index}${split}, ${formatCount(points)} points`;
}

function paletteOf(classes: readonly ClassCount[]): Uint32Array {
  const palette = new Uint32Array(65_536);
  for (const { number, name } of classes) palette[number] = semanticColor(number, name);
  return palette;
}

const legendOf = (classes: readonly ClassCount[]): Legend => ({
  kind: 'swatches',
  entries: [...classes]
    .sort((a, b) => b.points - a.points || a.number - b.number)
    .map(({ number, name }) => ({ name, color: semanticColor(number, name) })),
});

/** A cloud or a frame, and whether its points have semantic classes. */
async function openPictured({ path, frame }: Pictured, coders: BlockCoders) {
  if (frame) {
    const read = await readFramePoints(path, frame);
    const { bounds, points } = frameSource(read);
    return { bounds, batches: () => onlyBatch(points), hasClasses: read.keys.includes('semantic') };
  }
  const cloud = await openReadable(nodeFiles, path);
  const useful = usefulCoders(cloud, coders);
  const hasClasses = recordColumnsOf(cloud).some(({ key }) => key === 'semantic');
  return { bounds: cloud.bounds, batches: () => readColumns(cloud, KEYS, useful), hasClasses };
}

async function* onlyBatch(points: PicturedPoints): AsyncGenerator<PicturedPoints> {
  yield points;
}

async function drawCloud(
  of: Pictured,
  palette: Uint32Array,
  { coders, signal }: Pick<FileRequest, 'coders' | 'signal'>,
): Promise<Raster> {
  const { bounds, batches, hasClasses } = await openPictured(of, coders);
  return renderView(
    { batches: () => coloured(batches(), palette), bounds },
    {
      view: 'perspective',
      color: hasClasses ? 'rgb' : 'height',
      width: WIDTH,
      height: HEIGHT,
      margins: [LETTER, 2 * LETTER],
      theme: THEME,
      signal,
    },
  );
}

/** Points with the colours of their semantic classes. */
async function* coloured(batches: AsyncIterable<PicturedPoints>, palette: Uint32Array): AsyncGenerator<PicturedPoints> {
  for await (const batch of batches) {
    const rgb = new Uint16Array(3 * batch.count);
    for (let i = 0; i < batch.count; i++) {
      const color = palette[batch.semantic[i]];
      rgb[3 * i] = (color >> 16) * 257;
      rgb[3 * i + 1] = ((color >> 8) & 255) * 257;
      rgb[3 * i + 2] = (color & 255) * 257;
    }
    yield { ...batch, rgb };
  }
}

/** Pictures in rows, above a legend of all. */
class Sheet {
  readonly raster: Raster;
  private readonly columns: number;

  constructor(pictures: number, legend: Legend) {
    this.columns = Math.min(COLUMNS_MAX, pictures);
    const width = this.columns * (WIDTH + GAP) + GAP;
    const height = Math.ceil(pictures / this.columns) * (HEIGHT + GAP) + GAP;
    const inner = width - 4 * GAP;
    const rows = legendRows(legend, inner, LETTER);
    this.raster = createRaster(width, height + rows * legendRowHeight(LETTER) + GAP, THEME.page);
    drawLegend(this.raster, legend, 2 * GAP, height + GAP, inner, LETTER, THEME);
  }

  add(k: number, picture: Raster, caption: string): void {
    const text = fitText(caption, LETTER, WIDTH - 2 * LETTER);
    drawText(picture, text, LETTER, LETTER, LETTER, THEME.text);
    const [column, row] = [k % this.columns, Math.floor(k / this.columns)];
    pasteRaster(this.raster, picture, GAP + column * (WIDTH + GAP), GAP + row * (HEIGHT + GAP));
  }
}
