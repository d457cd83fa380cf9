import type { Box3 } from '../../base/vec3.js';
import type { FilterColumn } from '../../cloud/point-filter.js';
import { viewOf } from '../bytes/byte-fields.js';
import type { CloudFormatName } from '../clouds/cloud-formats.js';
import { readRecords } from '../clouds/read-points.js';
import { decoderOf } from '../clouds/readable-clouds.js';
import { CopcData } from '../copc/copc-data.js';
import { plainData } from '../las/point-data.js';
import { FORMAT_1, FORMAT_6, OLDER_CLASS_MAX, RGB_AT } from '../las/point-layout.js';
import { type CopiedHeadOptions, isOfPacking } from '../las-files/copied-head.js';
import { copiedRecords } from '../las-files/copied-records.js';
import type { LasFile } from '../las-files/las-file.js';
import { LazData } from '../laz/laz-data.js';
import { isLayeredFormat } from '../laz/packed-layout.js';
import type { BlockCoders } from '../records/blocks.js';
import type { CloudFileOptions } from '../records/cloud-file.js';
import { createCloudFile } from '../records/cloud-file.js';
import { INT32_MAX, type Quantization } from '../records/quantization.js';
import type { RecordBatch } from '../records/record-source.js';
import { FULL_16_BITS } from '../units/value-ranges.js';
import type { CarriedPoints, Carrier } from './carrier.js';
import { BrighterColour } from './converted-colours.js';
import { recordName } from './las-losses.js';
import { isFiner, outputQuantization } from './output-quantization.js';
import { OVERLAP_CLASS, type Overlaps } from './overlaps.js';

/** Settings of files of records. */
export interface RecordCarrierOptions extends Pick<CopiedHeadOptions, 'wkt' | 'software' | 'created' | 'process'> {
  bounds: Box3;
  scale?: number;
  /** Packing of the records, and the coders that compress them. */
  format: CloudFormatName;
  /** Columns by which points are chosen. */
  chosenBy: readonly FilterColumn[];
  /** Marks points in overlaps; absent: flags stay. */
  overlaps?: Overlaps;
  coders: BlockCoders;
  file: CloudFileOptions;
}

/**
 * Carries the records of LAS and LAZ files of one layout into files of `format`. All bytes of a record stay, except its
 * coordinates if the files have different scales or offsets. The head is that of the first file. Precondition:
 * haveOneLayout.
 */
export async function recordCarrier(
  clouds: readonly LasFile[],
  { bounds, scale, format, chosenBy, overlaps, coders, file, ...options }: RecordCarrierOptions,
): Promise<Carrier<RecordBatch>> {
  const { quantization, isKept, coarser } = outputQuantization(clouds, bounds, scale);
  const { recordLength, pointFormat } = clouds[0].header;
  const dataOf = () => {
    if (!isLayeredFormat(pointFormat)) return plainData(recordLength);
    const layout = { format: pointFormat, recordLength };
    if (format === 'laz') return new LazData(layout, coders);
    return format === 'copc' ? new CopcData(layout, quantization, coders) : plainData(recordLength);
  };
  const encoder = await copiedRecords(clouds[0], { ...options, quantization }, dataOf);
  return {
    form: 'records',
    needsBounds: !isKept,
    read: (cloud) => readPlaced(cloud as LasFile, { quantization, chosenBy, overlaps, coders }),
    select: (batch, indices) => selectRecords(batch, indices, recordLength),
    open: (path) => createCloudFile(path, encoder(), file),
    losses: () => [
      ...(coarser ? [`coordinates ${coarser}`] : []),
      ...movedClouds(clouds, quantization),
      ...lostRecords(clouds),
    ],
  };
}

const movedClouds = (clouds: readonly LasFile[], quantization: Quantization): string[] =>
  clouds
    .filter(({ header }) => !isFiner(quantization, header))
    .map(({ path }) => `${path}: coordinates move by up to half a step: its scale and offset are others`);

/** Records of other files that the first one, whose head is copied, does not have. */
function lostRecords([first, ...others]: readonly LasFile[]): string[] {
  const own = new Set(first.vlrs.map(recordName));
  return others.flatMap(({ path, vlrs }) => {
    const lost = vlrs.filter((entry) => !isOfPacking(entry)).map(recordName);
    const names = [...new Set(lost)].filter((name) => !own.has(name));
    return names.length > 0 ? [`${path}: not carried over: records ${names.join(', ')}`] : [];
  });
}

type ReadOptions = Pick<RecordCarrierOptions, 'chosenBy' | 'overlaps' | 'coders'> & { quantization: Quantization };

async function* readPlaced(
  cloud: LasFile,
  { quantization, chosenBy, overlaps, coders }: ReadOptions,
): AsyncGenerator<CarriedPoints<RecordBatch>> {
  const { recordLength } = cloud.header;
  const decoder = chosenBy.length > 0 ? decoderOf(cloud, chosenBy) : undefined;
  const placer = overlaps && decoderOf(cloud, overlaps.columns);
  for await (const batch of readRecords(cloud, coders)) {
    const { count, records } = batch;
    const view = viewOf(records);
    scaleColours(cloud, view, count);
    // Before the records have the coordinates of the output.
    const inOverlap =
      placer && overlaps?.mark(cloud, placer.decode(records, count, placer.createColumns(count), batch.first));
    const [x, y, z] = [0, 1, 2].map((axis) =>
      placeAxis(view, axis, { count, recordLength }, cloud.header, quantization),
    );
    const labels = decoder?.decode(records, count, decoder.createColumns(count), batch.first);
    if (inOverlap) markRecords(cloud, view, inOverlap);
    yield { batch, places: { count, x, y, z, ...labels, inOverlap } };
  }
}

/**
 * Scales colours of less than 16 bits, which differ from those of other clouds. Throws BrighterColour for one beyond
 * their range, if that was guessed.
 */
function scaleColours({ path, header, colours }: LasFile, view: DataView, count: number): void {
  if (!colours || colours.max === FULL_16_BITS) return;
  const { pointFormat, recordLength } = header;
  const factor = FULL_16_BITS / colours.max;
  for (let i = 0, from = RGB_AT[pointFormat] ?? 0; i < count; i++, from += recordLength)
    for (let at = from; at < from + RGB_BYTES; at += 2) {
      const value = view.getUint16(at, true);
      if (value > colours.max && colours.isGuess) throw new BrighterColour(path, value);
      view.setUint16(at, Math.min(FULL_16_BITS, value * factor), true);
    }
}

/** Sets or clears the flag of overlaps; points of formats without it get the class of overlaps. */
function markRecords({ header: { pointFormat, recordLength } }: LasFile, view: DataView, inOverlap: Uint8Array): void {
  const [flagAt, classAt] = [FORMAT_6.flags, FORMAT_1.classification];
  for (let i = 0, from = 0; i < inOverlap.length; i++, from += recordLength)
    if (pointFormat >= 6) view.setUint8(from + flagAt, withBit(view.getUint8(from + flagAt), inOverlap[i]));
    else if (inOverlap[i] === 1)
      view.setUint8(from + classAt, (view.getUint8(from + classAt) & ~OLDER_CLASS_MAX) | OVERLAP_CLASS);
}

const withBit = (flags: number, isSet: number): number => (flags & ~OVERLAP_BIT) | (isSet * OVERLAP_BIT);

/** Bit 3 of the flags of a record (LAS 1.4 R15, table 16). */
const OVERLAP_BIT = 8;

/** Bytes of a colour. */
const RGB_BYTES = 6;

/** Requantises the coordinates of an axis: whole numbers in the records become those of the output. */
function placeAxis(
  view: DataView,
  axis: number,
  { count, recordLength }: { count: number; recordLength: number },
  from: Quantization,
  to: Quantization,
): Float64Array {
  const [fromScale, fromOffset] = [from.scale[axis], from.offset[axis]];
  const [toScale, toOffset] = [to.scale[axis], to.offset[axis]];
  const isKept = fromScale === toScale && fromOffset === toOffset;
  const places = new Float64Array(count);
  for (let i = 0, at = 4 * axis; i < count; i++, at += recordLength) {
    let value = view.getInt32(at, true);
    if (!isKept) {
      value = Math.round((value * fromScale + fromOffset - toOffset) / toScale);
      // A point outside of the stated box; the next attempt has the true one.
      if (Math.abs(value) <= INT32_MAX) view.setInt32(at, value, true);
    }
    places[i] = value * toScale + toOffset;
  }
  return places;
}

function selectRecords({ records, first }: RecordBatch, indices: Uint32Array, recordLength: number): RecordBatch {
  const chosen = new Uint8Array(indices.length * recordLength);
  for (let k = 0; k < indices.length; k++)
    chosen.set(records.subarray(indices[k] * recordLength, (indices[k] + 1) * recordLength), k * recordLength);
  return { records: chosen, count: indices.length, first };
}
