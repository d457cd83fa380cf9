import { countProgress } from '../../base/count-progress.js';
import { AbortedError, UserError } from '../../base/errors.js';
import type { Files, OutputSet, WithFiles } from '../../base/files/files.js';
import { refuseInput } from '../../base/files/refuse-input.js';
import { outputName, STANDARD_OUTPUT } from '../../base/files/standard-output.js';
import { type Log, SILENT_LOG } from '../../base/log.js';
import { turnTaker } from '../../base/steps.js';
import { counted } from '../../base/text.js';
import { type Box3, emptyBox } from '../../base/vec3.js';
import { filterColumns } from '../../cloud/point-filter.js';
import { crsTitle } from '../../crs/crs.js';
import { readCrs } from '../../crs/read-crs.js';
import { areMetres, METRES, unitsTitle } from '../../crs/units.js';
import { SOFTWARE } from '../../version.js';
import { checkFilter } from '../clouds/check-filter.js';
import { type CloudFormatName, cloudFormat, type PointOutput, streams } from '../clouds/cloud-formats.js';
import { openReadable, recordColumnsOf } from '../clouds/readable-clouds.js';
import { soloCoders } from '../coders/block-coders.js';
import { creationDay } from '../las/las-header.js';
import type { LasFile } from '../las-files/las-file.js';
import type { BlockCoders } from '../records/blocks.js';
import type { CloudFileOptions, CountedPoints } from '../records/cloud-file.js';
import { lossWarnings } from '../records/losses.js';
import type { ReadableCloud } from '../records/readable-cloud.js';
import { carryLabels } from './carried-labels.js';
import type { Carrier } from './carrier.js';
import { cellCarrier, haveCells, lostGrids } from './cell-carrier.js';
import { checkInside, countedBounds, OutsideStatedBounds, statedBounds } from './cloud-bounds.js';
import type { AddedColumns, CloudConversion, ConvertCloudOptions } from './convert-options.js';
import { BrighterColour, colouredClouds } from './converted-colours.js';
import { inMetricFormat } from './metric-clouds.js';
import { isTilePath, type Outputs, oneFile, TileFiles } from './outputs.js';
import { findOverlaps, OVERLAP_CLASS, type Overlaps } from './overlaps.js';
import { pointCarrier } from './point-carrier.js';
import { PointChoice } from './point-choice.js';
import { recordCarrier } from './record-carrier.js';
import { haveOneLayout, isLas } from './record-layout.js';
import { outputReference, type Reference } from './references.js';
import { sectionColumns } from './section-columns.js';
import { TileCatalogue } from './tile-catalogue.js';
import { isLasFormat, refuseForeignOptions, writtenFormat } from './written-format.js';

/** Bytes collected for each of many files. */
const TILE_BLOCK_BYTES = 256 * 1024;

/** Words of warnings about ranges (see `settleRanges`) that do not fit here: nothing is shown. */
const SHOWN = /\bshown (times|as)\b/;

/** Tools of a conversion. */
export interface ConversionTools extends WithFiles {
  /** Threads that pack points in blocks; absent: packed in this thread. */
  coders?: BlockCoders;
  /** Columns that the points get besides; absent: none. */
  added?: AddedColumns;
}

/** One conversion. */
interface Task {
  clouds: ReadableCloud[];
  /** Path of the output, and its name in messages. */
  out: string;
  named: string;
  output: PointOutput;
  reference: Reference;
  options: ConvertCloudOptions & ConversionTools;
  /** Marks points in overlaps, if that is asked for. */
  overlaps?: Overlaps;
  log: Log;
}

/**
 * Writes the points of clouds of any readable format to the cloud `out`, whose ending decides its format. Memory is
 * bounded: some megabytes, and with `thin: { distance }` 24 bytes or more for every cell that has points. LAS and LAZ
 * become LAS, LAZ or COPC record by record unless an option requires another layout, so that flags, user data, foreign
 * extra bytes and waveforms stay. Otherwise only the attributes that subray knows are carried over, and `log` names the
 * others. All files appear together or none; none replaces a cloud that is read. `-` is standard output, if `files` has
 * it. Throws UserError for clouds that cannot be read, options that contradict each other or the clouds, and files that
 * cannot be written; AbortedError.
 */
export async function convertCloud(
  inputs: string | readonly string[],
  out: string,
  options: ConvertCloudOptions & ConversionTools,
): Promise<CloudConversion> {
  const { files, log = SILENT_LOG } = options;
  const paths = typeof inputs === 'string' ? [inputs] : [...inputs];
  const format = checkedFormat(paths, out, options);
  refuseForeignOptions(format, out, options.output);
  await refuseInput(files, out, paths);
  await warnOfTwins(paths, files, log);
  const crs = options.crs === undefined ? undefined : await readCrs(options.crs);
  const { rgbMax, intensityRange } = options;
  const opened: ReadableCloud[] = [];
  for (const path of paths) opened.push(await openReadable(files, path, { rgbMax, intensityRange }));
  const clouds = colouredClouds(opened, format);
  if (options.filter) for (const cloud of opened) checkFilter(cloud, options.filter);
  for (const { path, warnings } of clouds)
    for (const warning of warnings) log.warn(`${path}: ${warning.replace(SHOWN, 'written $1')}`);
  const reference = outputReference(clouds, crs, log);
  const output = { ...options.output, path: out, format };
  const task = { clouds, out, named: outputName(out), output, reference, options, log };
  const metric = cloudFormat(format).isMetric ? inMetricFormat(task) : undefined;
  if (metric) log.warn(`${task.named}: ${format} holds metres by its standard: ${metric.note}`);
  warnOfTimes(task);
  return convertTask(await withOverlaps(metric ?? task));
}

/** The task with marks of overlaps, if it asks for them, for which all points are read once more. */
async function withOverlaps(task: Task): Promise<Task> {
  const { clouds, options, log } = task;
  const { overlap, coders } = options;
  if (overlap === undefined) return task;
  const overlaps = await findOverlaps(clouds, overlap, onReadOf(task, 'find overlaps'), coders);
  for (const doubt of overlaps.doubts) log.warn(doubt);
  return { ...task, overlaps };
}

/** Counts points of a pass over all clouds, and gives others their turn. */
function onReadOf({ clouds, options: { signal, onProgress } }: Task, task: string) {
  const turn = turnTaker(signal);
  const onRead = countProgress(onProgress, { task, total: totalOf(clouds), unit: 'points' });
  return async (points: number) => {
    onRead(points);
    await turn();
  };
}

/** Converts; once more if a colour shows that the range of colours was guessed too small. */
async function convertTask(task: Task): Promise<CloudConversion> {
  try {
    return await convertPlaced(task);
  } catch (error) {
    if (!(error instanceof BrighterColour)) throw error;
    const { path, found, max } = error;
    task.log.warn(
      `${path}: a later colour of ${found} shows another range: all are written with colours from 0 to ${max}`,
    );
    return convertTask({ ...task, clouds: error.corrected(task.clouds) });
  }
}

/** Converts the clouds within the box that they state, or else within that of their points. */
async function convertPlaced(task: Task): Promise<CloudConversion> {
  const { clouds, output } = task;
  // Such a file does not depend on the bounds, and a pipe may be waiting for the first points.
  if (streams(output.format) || areCells(task)) return convertWithin(task, emptyBox(), false);
  const stated = statedBounds(clouds);
  if (stated)
    try {
      return await convertWithin(task, stated, true);
    } catch (error) {
      if (!(error instanceof OutsideStatedBounds)) throw error;
    }
  return convertWithin(task, await boundsOf(task), false);
}

/** The output's format. Throws UserError if its path, the number of clouds and the options contradict each other. */
function checkedFormat(
  paths: readonly string[],
  out: string,
  { merge, tile, format }: ConvertCloudOptions,
): CloudFormatName {
  const place = { file: outputName(out) };
  if (paths.length === 0) throw new UserError('no cloud is named, expected at least one and the output');
  if (paths.length > 1 && !merge)
    throw new UserError(`${counted(paths.length, 'cloud')}, and one output`, {
      place,
      hint: 'with --merge they become one',
    });
  if (tile !== undefined && out === STANDARD_OUTPUT)
    throw new UserError('it takes one cloud, and tiles are several', {
      place,
      hint: 'name files, for instance tiles/%x_%y.las, or take a part with --crop',
    });
  if (tile !== undefined && !isTilePath(out))
    throw new UserError(
      'expected %x and %y, the column and row of a tile, apart from each other in the path of tiles',
      {
        place,
        hint: 'for instance tiles/%x_%y.las',
      },
    );
  if (tile === undefined && isTilePath(out))
    throw new UserError('the path has %x and %y, which number tiles, and no width of tiles is given', {
      place,
      hint: 'give the width of a tile (--tile 50), or name one file',
    });
  return writtenFormat(out, format);
}

/** Warns of files that are given more than once, under any name: their points are written as often. */
async function warnOfTwins(paths: readonly string[], files: Files, log: Log): Promise<void> {
  const names = new Map<string, string[]>();
  for (const path of paths) {
    const id = await files.identify(path);
    names.set(id, [...(names.get(id) ?? []), path]);
  }
  for (const [path, ...others] of names.values())
    if (others.length > 0) log.warn(`${path} is named ${others.length + 1} times: the output has its points as often`);
}

/** Warns if times of different kinds are mixed. */
function warnOfTimes({ clouds, named, output, log }: Task): void {
  const timed = clouds.filter(hasTimes);
  const ofWeek = timed.filter(({ weekTime }) => weekTime);
  if (ofWeek.length > 0 && ofWeek.length < timed.length)
    log.warn(
      `${ofWeek[0].path} has seconds of the GPS week, others adjusted standard GPS time; ${named} says the former of all`,
    );
  if (ofWeek.length > 0 && !isLasFormat(output.format))
    log.warn(`${named} does not say that its times are seconds of the GPS week, as ${ofWeek[0].path} does`);
}

const hasTimes = (cloud: ReadableCloud): boolean => recordColumnsOf(cloud).some(({ key }) => key === 'gpsTime');

const boundsOf = (task: Task): Promise<Box3> =>
  countedBounds(task.clouds, onReadOf(task, 'measure'), task.options.coders);

const totalOf = (clouds: readonly ReadableCloud[]): number =>
  clouds.reduce((sum, { pointCount }) => sum + pointCount, 0);

/**
 * Converts the clouds, whose points lie within `bounds`. Throws OutsideStatedBounds if they do not and are `inDoubt`.
 */
async function convertWithin(task: Task, bounds: Box3, inDoubt: boolean): Promise<CloudConversion> {
  const { clouds, options } = task;
  const { files, force, tile } = options;
  const set = files.openSet({ force, inputs: clouds.map(({ path }) => path) });
  const isTiled = tile !== undefined;
  const catalogue = isTiled && isLasFormat(task.output.format) ? new TileCatalogue() : undefined;
  const file = { files: set, blockBytes: isTiled ? TILE_BLOCK_BYTES : undefined, onHead: catalogue?.add };
  try {
    if (areCells(task)) return await carry(task, { set }, cellCarrier(file));
    const attempt = { set, catalogue, bounds: inDoubt ? bounds : undefined };
    return options.added === undefined && haveOneLayout(clouds, task.output, options)
      ? await carry(task, attempt, await recordCarrier(clouds as LasFile[], recordOptions(task, bounds, file)))
      : await carry(task, attempt, pointCarrier(clouds, pointOptions(task, bounds, file)));
  } catch (error) {
    await set.abort();
    throw error;
  }
}

/** Whether cells of grids are copied as they are. */
const areCells = ({ clouds, output, options }: Task): boolean =>
  options.added === undefined && haveCells(clouds, output, options);

/** The files of an attempt to convert. */
interface Attempt {
  set: OutputSet;
  /** The catalogue of tiles, if they get one. */
  catalogue?: TileCatalogue;
  /** The box in which points must lie, if that matters. */
  bounds?: Box3;
}

function recordOptions({ reference, output, options, overlaps }: Task, bounds: Box3, file: CloudFileOptions) {
  const { merge, crop, section, filter, thin, tile } = options;
  const isPart = [crop, section, filter, thin, tile].some((part) => part !== undefined);
  const process = merge ? ('MERGE' as const) : isPart ? ('EXTRACTION' as const) : undefined;
  const wkt = reference.isStated ? reference.wkt : undefined;
  const { format, scale } = output;
  const coders = options.coders ?? soloCoders();
  const chosenBy = filter ? filterColumns(filter) : [];
  return {
    bounds,
    scale,
    format,
    chosenBy,
    overlaps,
    coders,
    file,
    wkt,
    process,
    software: SOFTWARE,
    created: new Date(),
  };
}

function pointOptions(
  { clouds, output, reference, log, options, overlaps }: Task,
  bounds: Box3,
  file: CloudFileOptions,
) {
  const header = {
    bounds,
    wkt: reference.wkt,
    isLocal: reference.isLocal,
    geotiff: reference.geotiff,
    classNames: Object.assign({}, ...clouds.map(({ classNames }) => classNames)),
    weekTime: clouds.filter(hasTimes).some(({ weekTime }) => weekTime),
    software: SOFTWARE,
    created: new Date(),
  };
  // All attributes of the clouds are kept in full width, unless fields are chosen.
  return {
    output: { ...output, fields: output.fields ?? ('all' as const) },
    isLas: isLasFormat(output.format),
    header,
    bounds,
    file: { ...file, coders: options.coders },
    added: options.added ?? (options.section && sectionColumns(options.section, output)),
    overlaps,
    // What went down a pipe cannot be taken back.
    isFinal: output.path === STANDARD_OUTPUT && streams(output.format),
    log,
  };
}

/** Carries all points over, and completes the files. */
async function carry<Batch extends CountedPoints>(
  task: Task,
  attempt: Attempt,
  carrier: Carrier<Batch>,
): Promise<CloudConversion> {
  const { bounds } = attempt;
  const { clouds, out, options } = task;
  const { tile, signal } = options;
  const choice = new PointChoice(options);
  const outputs = tile === undefined ? await oneFile(carrier, out) : new TileFiles(carrier, out, tile);
  try {
    const onRead = onReadOf(task, 'convert');
    let inOverlap = 0;
    for (const cloud of clouds)
      for await (const { batch, places } of carrier.read(cloud)) {
        const indices = choice.choose(places, cloud.path);
        if (bounds && carrier.needsBounds) checkInside(bounds, places, indices);
        await outputs.write(batch, places, indices);
        if (places.inOverlap) for (const i of indices) inOverlap += places.inOverlap[i];
        await onRead(batch.count);
      }
    if (signal?.aborted) throw new AbortedError();
    const conversion = await complete(task, attempt, carrier, outputs, choice);
    if (!task.overlaps) return conversion;
    if (inOverlap > 0) warnOfClasses(task, conversion.form, inOverlap);
    return { ...conversion, inOverlap };
  } catch (error) {
    await outputs.abort();
    throw error;
  }
}

/** Says which points lost their class, in files without a flag of overlaps. */
function warnOfClasses(
  { clouds: [first], named, output, log }: Task,
  form: Carrier<never>['form'],
  points: number,
): void {
  const format = form === 'records' && isLas(first) ? first.header.pointFormat : output.pointFormat;
  if (format !== undefined && format < 6)
    log.warn(
      `${named}: point format ${format} has no flag of overlaps: ${counted(points, 'point')} get class ${OVERLAP_CLASS} in place of their own`,
    );
}

async function complete<Batch extends CountedPoints>(
  { clouds, out, named, output, reference, log, options }: Task,
  { set, catalogue: tiles }: Attempt,
  carrier: Carrier<Batch>,
  outputs: Outputs<Batch>,
  { leftOut }: PointChoice,
): Promise<CloudConversion> {
  const files = await outputs.finish();
  if (files.length === 0) throw new UserError('no point is left to be written', { place: { file: named } });
  const inputs = clouds.map(({ path }) => path);
  const outs = files.map(({ path }) => path);
  const { files: onDisk, force = false } = options;
  const besides = { inputs, outputs: outs.filter((path) => path !== STANDARD_OUTPUT) };
  const labels = await carryLabels({ ...besides, files: onDisk, set, force, log });
  const { wkt } = reference;
  const catalogue = await tiles?.write({ pattern: out, wkt, created: dayOf(clouds), files: onDisk, set, force, log });
  await set.commit();
  for (const loss of [...carrier.losses(), ...lossWarnings(files)]) log.warn(loss);
  for (const loss of carrier.keepsCells ? [] : lostGrids(clouds, output.format)) log.warn(loss);
  if (leftOut.placeless > 0 && !carrier.keepsCells)
    log.warn(
      leftOut.placeless === 1
        ? '1 point has no place and is left out'
        : `${leftOut.placeless} points have no place and are left out`,
    );
  if (files.every(({ points }) => points === 0)) log.warn(`${named} has no points`);
  if (carrier.form === 'attributes') warnOfReference(reference, named, output.format, log);
  return {
    from: inputs,
    files,
    labels,
    ...(catalogue !== undefined && { catalogue }),
    points: totalOf(clouds),
    leftOut: carrier.keepsCells ? { ...leftOut, placeless: 0 } : leftOut,
    form: carrier.form,
  };
}

/** The day of the first cloud that states one, or today. */
function dayOf(clouds: readonly ReadableCloud[]): Date {
  const dated = clouds.find((cloud): cloud is LasFile => isLas(cloud) && cloud.header.creationYear > 0);
  return dated ? creationDay(dated.header) : new Date();
}

function warnOfReference(
  { named, wkt, units = METRES }: Reference,
  path: string,
  format: CloudFormatName,
  log: Log,
): void {
  const { namesReference = false, isMetric = false } = cloudFormat(format);
  if (isMetric && !areMetres(units))
    log.warn(`${path}: ${format} holds metres by its standard: coordinates stay in the unit ${unitsTitle(units)}`);
  if (!named || (namesReference && wkt !== undefined)) return;
  const why = namesReference ? 'what this code means is not known here' : 'its format has no place for it';
  const unit = areMetres(units) ? '' : `; its coordinates are in the unit ${unitsTitle(units)}`;
  log.warn(`${path} does not name the reference system, ${crsTitle(named)}: ${why}${unit}`);
}
