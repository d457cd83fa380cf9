import type { Log } from '../../base/log.js';
import type { Box3 } from '../../base/vec3.js';
import {
  OPTIONAL_KEYS,
  type OptionalKey,
  optionalArray,
  type PointBatch,
  type PointKey,
  selectPoints,
} from '../../cloud/point-batch.js';
import { POINT_FIELDS } from '../../cloud/point-fields.js';
import { createPointSink, type PointOutput, type PointSinkOptions } from '../clouds/cloud-formats.js';
import { misfitWarnings } from '../clouds/misfit-warnings.js';
import { readRecords } from '../clouds/read-points.js';
import { decoderOf, recordColumnsOf } from '../clouds/readable-clouds.js';
import type { LasFile } from '../las-files/las-file.js';
import type { BlockCoders } from '../records/blocks.js';
import type { CloudHeader } from '../records/point-sink.js';
import type { Quantization } from '../records/quantization.js';
import type { ReadableCloud } from '../records/readable-cloud.js';
import { FLAG_KEYS } from '../records/record-columns.js';
import type { CarriedPoints, Carrier, Places } from './carrier.js';
import type { AddedColumns } from './convert-options.js';
import { checkColours } from './converted-colours.js';
import { LasLosses } from './las-losses.js';
import { LawfulPoints } from './lawful-points.js';
import { outputQuantization } from './output-quantization.js';
import { OVERLAP_CLASS, type Overlaps } from './overlaps.js';
import { unheldFields } from './unheld-fields.js';

/** Settings of files of points. */
export interface PointCarrierOptions {
  /** Format and options of the output; its path is that of each file. */
  output: PointOutput;
  /** Whether the output is LAS, whose coordinates are whole numbers of steps. */
  isLas: boolean;
  header: CloudHeader;
  bounds: Box3;
  file: PointSinkOptions;
  /** Whether the points cannot be written again. */
  isFinal: boolean;
  /** Columns that the points get besides. */
  added?: AddedColumns;
  /** Marks points in overlaps; absent: flags stay. */
  overlaps?: Overlaps;
  log: Log;
}

/** Carries the attributes of points of any format into any other. */
export function pointCarrier(clouds: readonly ReadableCloud[], options: PointCarrierOptions): Carrier<PointBatch> {
  const { output, isLas, header, bounds, file, isFinal, added, overlaps, log } = options;
  const marks = overlaps && { overlaps, asClass: output.pointFormat !== undefined && output.pointFormat < 6 };
  const isAdded = (key: PointKey) =>
    added?.keys.includes(key) === true || (key === 'overlap' && marks?.asClass === false);
  const optional = OPTIONAL_KEYS.filter((key) => isAdded(key) || clouds.some((cloud) => hasColumn(cloud, key)));
  const { quantization, isKept, coarser } = isLas
    ? outputQuantization(clouds, bounds, output.scale)
    : { quantization: undefined, isKept: false, coarser: undefined };
  const lacking = POINT_FIELDS.map(({ key }) => key).filter(
    (key) => !isAdded(key) && !clouds.some((cloud) => hasColumn(cloud, key)),
  );
  const fullHeader = { ...header, bounds, quantization, optional, lacking };
  const lawful = isLas ? new LawfulPoints() : undefined;
  const losses = new Map<ReadableCloud, LasLosses>();
  for (const cloud of clouds) if (cloud.format === 'las') losses.set(cloud, new LasLosses(cloud as LasFile));
  return {
    form: 'attributes',
    needsBounds: !isKept,
    read: (cloud) =>
      readPlaced(cloud, {
        optional,
        quantization,
        lawful,
        losses: losses.get(cloud),
        isFinal,
        add: added?.begin(),
        marks,
        log,
        coders: file.coders,
      }),
    select: selectPoints,
    open: (path) => createPointSink({ ...output, path }, fullHeader, file),
    losses: () => [
      // Steps that the user requested need no warning here: the file warns itself.
      ...(coarser && output.scale === undefined ? [`coordinates ${coarser}`] : []),
      ...unheldFields(fullHeader, output),
      ...missingAttributes(
        clouds,
        optional.filter((key) => !isAdded(key)),
      ),
      ...[...losses.values()].flatMap((loss) => loss.texts()),
      ...(lawful?.texts() ?? []),
    ],
  };
}

const hasColumn = (cloud: ReadableCloud, key: PointKey): boolean =>
  recordColumnsOf(cloud).some((column) => column.key === key);

/** Attributes of LAS records, of which 0 says that nothing was set: no loss of a cloud without them. */
const SET_IN_LAS: readonly OptionalKey[] = [...FLAG_KEYS, 'userData'];

/** Attributes that some of several clouds have and others lack. */
const missingAttributes = (clouds: readonly ReadableCloud[], optional: readonly OptionalKey[]): string[] =>
  clouds.flatMap((cloud) => {
    const missing = optional.filter((key) => !hasColumn(cloud, key) && !SET_IN_LAS.includes(key));
    return missing.length > 0 ? [`${cloud.path} has no ${missing.join(', ')}; its points have 0 there`] : [];
  });

/** A way to mark points in overlaps. */
interface Marks {
  overlaps: Overlaps;
  /** By their class, in LAS 1.2, which has no flag; else by their flag. */
  asClass: boolean;
}

/** Marks points of a batch; returns their marks, and the classes by which points are chosen. */
function marked(
  cloud: ReadableCloud,
  batch: PointBatch,
  { overlaps, asClass }: Marks,
): Pick<Places, 'inOverlap' | 'classification'> {
  const inOverlap = overlaps.mark(cloud, batch);
  const classification = batch.classification.slice();
  if (asClass)
    for (const [i, flag] of inOverlap.entries()) batch.classification[i] = flag ? OVERLAP_CLASS : classification[i];
  else optionalArray(batch, 'overlap').set(inOverlap);
  return { inOverlap, classification };
}

interface ReadOptions {
  optional: readonly OptionalKey[];
  quantization?: Quantization;
  lawful?: LawfulPoints;
  losses?: LasLosses;
  isFinal: boolean;
  add?: ReturnType<AddedColumns['begin']>;
  marks?: Marks;
  log: Log;
  coders?: BlockCoders;
}

async function* readPlaced(
  cloud: ReadableCloud,
  { optional, quantization, lawful, losses, isFinal, add, marks, log, coders }: ReadOptions,
): AsyncGenerator<CarriedPoints<PointBatch>> {
  const decoder = decoderOf(cloud);
  for await (const { records, count, first } of readRecords(cloud, coders)) {
    const batch = decoder.decode(records, count, decoder.createColumns(count), first) as unknown as PointBatch;
    if (decoder.misfits.isRefused) await misfitWarnings(cloud, decoder.misfits.parts());
    if (!isFinal) checkColours(cloud, decoder.misfits.parts());
    losses?.add(records, count);
    for (const key of optional) optionalArray(batch, key);
    const isKept = add?.(batch);
    lawful?.apply(batch);
    const places: Places = { ...batch, ...(quantization && onSteps(batch, quantization)), isKept };
    if (marks) Object.assign(places, marked(cloud, batch, marks));
    yield { batch, places };
  }
  for (const warning of await misfitWarnings(cloud, decoder.misfits.parts())) log.warn(`${cloud.path}: ${warning}`);
}

/** The coordinates rounded to the steps of the output. */
function onSteps({ count, ...batch }: PointBatch, { scale, offset }: Quantization): Places {
  const [x, y, z] = ([batch.x, batch.y, batch.z] as const).map((values, axis) =>
    values.map((value) => Math.round((value - offset[axis]) / scale[axis]) * scale[axis] + offset[axis]),
  );
  return { count, x, y, z };
}
