import type { InferredOptionTypes, Options } from 'yargs';
import { UserError } from '../base/errors.js';
import type { Log, OnProgress } from '../base/log.js';
import { endingOf } from '../base/text.js';
import type { M3c2Comparison } from '../cloud/comparison/m3c2/compare-by-m3c2.js';
import type { PointFilter } from '../cloud/point-filter.js';
import type { ComparedClouds } from '../io/clouds/compare-clouds.js';
import type { HeightDifferences } from '../io/rasters/write-height-differences.js';
import type { ReadableCloud } from '../io/records/readable-cloud.js';
import type { CliContext } from './context.js';
import { formatCount, formatCounted } from './describe/format.js';
import { describeM3c2, M3C2_OPTIONS, type M3c2Output, m3c2Json, m3c2Output } from './m3c2-options.js';
import { measure, NUMBER_OPTION, namedFile, wholeNumber } from './options.js';

/** Options of `subray compare` for the files that it writes besides a picture. */
export const COMPARE_OUTPUT_OPTIONS = {
  out: {
    alias: 'o',
    type: 'string',
    requiresArg: true,
    describe: 'write the points of b to this cloud, each with its distance to a',
  },
  dod: {
    type: 'string',
    requiresArg: true,
    describe: 'write the mean height of b less that of a, cell by cell, to this GeoTIFF (.tif): a DEM of difference',
  },
  cell: { ...NUMBER_OPTION, describe: 'with --dod: side of a cell, metres (1)' },
  'dod-class': { ...NUMBER_OPTION, describe: 'with --dod: only points of this class count, such as 2, the ground' },
  ...M3C2_OPTIONS,
} as const satisfies Record<string, Options>;

/** The files to write, and their settings. */
export interface CompareOutputs {
  out?: string;
  dod?: { path: string; cell: number; classNumber?: number };
  m3c2?: M3c2Output;
}

const CELL_DEFAULT = 1;

/** The files that the options name. Throws UserError for options that do not fit. */
export function compareOutputs(args: InferredOptionTypes<typeof COMPARE_OUTPUT_OPTIONS>): CompareOutputs {
  const { out, dod } = args;
  if (out !== undefined) namedFile('--out', out, 'a cloud');
  const cell = measure('cell', args.cell, { unit: 'm', above: 0 });
  const m3c2 = m3c2Output(args);
  const classNumber = wholeNumber('dod-class', args['dod-class'], { min: 0, max: 255 });
  if (dod === undefined) {
    const lone = cell !== undefined ? 'cell' : classNumber !== undefined ? 'dod-class' : undefined;
    if (lone !== undefined) throw new UserError(`--${lone} belongs to --dod, which names the raster to write`);
    return { out, m3c2 };
  }
  if (!['.tif', '.tiff'].includes(endingOf(dod)))
    throw new UserError(`--dod: found "${dod}", expected a path that ends in .tif`, {
      hint: 'the differences are written as GeoTIFF',
    });
  return { out, m3c2, dod: { path: dod, cell: cell ?? CELL_DEFAULT, classNumber } };
}

/** What is written of a comparison, with what the raster holds. */
export interface WrittenComparison {
  cloud?: string;
  differences?: HeightDifferences;
  m3c2?: { path: string; found: M3c2Comparison };
}

/** Tools of writing. */
interface Writing {
  force?: boolean;
  log: Log;
  every?: number;
  filter?: PointFilter;
  signal: AbortSignal;
  onProgress: OnProgress;
}

/** Writes the files of a comparison of the clouds `a` and `b`. */
export async function writeComparison(
  { library }: CliContext,
  [a, b, found]: readonly [ReadableCloud, ReadableCloud, ComparedClouds],
  { out, dod, m3c2 }: CompareOutputs,
  { force, log, every, filter, signal, onProgress }: Writing,
): Promise<WrittenComparison> {
  const common = { force, log, signal, onProgress };
  const differences =
    dod &&
    (await library.writeHeightDifferences([a, b], dod.path, {
      ...common,
      cell: dod.cell,
      classNumber: dod.classNumber,
      boxes: [found.a.bounds, found.b.bounds],
    }));
  const part = { every, filter };
  if (out !== undefined) await library.writeDistances(b.path, out, { values: found.distances.bToA, part }, common);
  if (m3c2 && found.m3c2)
    await library.writeCorePoints(a.path, m3c2.path, { found: found.m3c2.distances, part }, common);
  return {
    ...(out !== undefined && { cloud: out }),
    ...(differences && { differences }),
    ...(m3c2 && found.m3c2 && { m3c2: { path: m3c2.path, found: found.m3c2 } }),
  };
}

/** Lines about the files that were written. */
export const describeWritten = ({ cloud, differences, m3c2 }: WrittenComparison): string[] => [
  ...(cloud === undefined ? [] : [`distances: ${cloud}`]),
  ...(differences ? [describeDifferences(differences)] : []),
  ...(m3c2 ? describeM3c2(m3c2.path, m3c2.found) : []),
];

/** The same as JSON. */
export const writtenJson = ({ m3c2, ...written }: WrittenComparison): object => ({
  ...written,
  ...(m3c2 && { m3c2: m3c2Json(m3c2.path, m3c2.found) }),
});

function describeDifferences({
  path,
  columns,
  rows,
  cell,
  cells,
  mean = 0,
  rms = 0,
  raised,
  lowered,
}: HeightDifferences) {
  const size = `${path}: ${formatCount(columns)} × ${formatCount(rows)} cells of ${cell} m`;
  if (cells === 0) return `differences: ${size}, none with points of both clouds`;
  const heights = `higher by: mean ${mean.toFixed(4)}, RMS ${rms.toFixed(4)} m`;
  const volumes = `${formatCount(Math.round(raised))} m³ above a, ${formatCount(Math.round(lowered))} m³ below`;
  return `differences: ${size}, ${formatCounted(cells, 'cell')} with points of both; ${heights}; ${volumes}`;
}
