import { z } from 'zod';
import { choiceField, numberField } from '../../base/yaml/fields.js';
import { attributesOf, choosesPreset, namedFields } from '../../cloud/point-fields.js';
import { limitRows } from '../../cloud/tone-mapping/amplitude-limits.js';
import { isGeoCode } from '../../crs/geo-keys.js';
import { epsgCodes } from '../../crs/inspect-wkt.js';
import { parseWkt } from '../../crs/wkt-node.js';
import { wktUnits } from '../../crs/wkt-units.js';
import { classLookupVlrs } from '../las/class-lookup.js';
import { extraBytesVlr } from '../las/extra-bytes.js';
import { geotiffDirectory, geotiffVlrs } from '../las/geotiff-keys.js';
import { HELIOS_COLUMNS } from '../las/helios-fields.js';
import { intensityScaleVlr, LIMIT_ROWS_MAX } from '../las/intensity-scale.js';
import { lasHead } from '../las/las-head.js';
import { plainRecords, waveformRecords } from '../las/las-records.js';
import { type PointData, plainData } from '../las/point-data.js';
import {
  type ExtraColumn,
  isOlder,
  OLDER_CLASS_MAX,
  ownColumns,
  type PointLayout,
  pointLayout,
  type WritablePointFormat,
} from '../las/point-layout.js';
import { checkPointCount, RecordCoder, recordLosses } from '../las/record-coder.js';
import { RecordTally } from '../las/record-tally.js';
import type { Vlr } from '../las/vlr.js';
import { LOCAL_WKT, wktVlr } from '../las/wkt.js';
import type { CloudEncoder } from '../records/cloud-file.js';
import type { CloudFormat, OptionConflict, OptionsOf, UnheldFields } from '../records/cloud-format.js';
import type { PointCoder } from '../records/coded-points.js';
import { FIELD_OPTIONS, LAYOUT_OPTIONS } from '../records/output-options.js';
import type { CloudHeader, Loss } from '../records/point-sink.js';
import { chooseQuantization, coarserSteps, type Quantization } from '../records/quantization.js';

/** Keys of an output in LAS or LAZ. */
export const LAS_OPTIONS = {
  ...FIELD_OPTIONS,
  ...LAYOUT_OPTIONS,
  pointFormat: z
    .union([z.literal(1), z.literal(3), z.literal(6), z.literal(7), z.literal(8)], { error: 'one of: 1, 3, 6, 7, 8' })
    .describe(
      'LAS point data record format; absent: 7 where points have colours, else 6. With waveforms, 9 takes the place of 6, and 10 that of 7 and 8. 1 and 3, with colours, write LAS 1.2',
    )
    .optional(),
  scale: numberField('Smallest step of a LAS coordinate; absent: chosen from the extent', {
    unit: 'm',
    min: 1e-9,
    max: 1,
  }).optional(),
  waveforms: choiceField('Waveforms of the points: within the LAS file, or in a .wdp file beside it; absent: none', [
    'internal',
    'external',
  ]).optional(),
};

/**
 * LAS 1.4 with point format 6, 7 or 8, or 9 or 10 with waveforms, and subray's extra bytes (ASPRS LAS Specification 1.4
 * – R15); LAS 1.2 with point format 1 or 3.
 */
export const LAS_CLOUD: CloudFormat<typeof LAS_OPTIONS> = {
  // 36 bytes of format 7 and 43 of extra bytes in full width.
  bytesPerPoint: 80,
  nanosecondsPerPoint: 150,
  recordBytes: (header, options) => planLas(header, options).layout.recordLength,
  organised: false,
  namesReference: true,
  keepsColours: true,
  options: LAS_OPTIONS,
  cannotHold: lasCannotHold,
  holdsMisses: lasHoldsMisses,
  conflict: olderConflict,
  classMax: ({ pointFormat }) => (pointFormat === 1 || pointFormat === 3 ? OLDER_CLASS_MAX : undefined),
  coder: lasCoder,
  encode: (header, options) => encodeLas(header, options, ({ recordLength }) => plainData(recordLength)),
};

/** LAS 1.2 has neither waveforms nor a layout of HELIOS++. */
function olderConflict({ pointFormat = 6, ...options }: OptionsOf<typeof LAS_OPTIONS>): OptionConflict | undefined {
  const key = (['waveforms', 'layout'] as const).find((name) => options[name] !== undefined);
  return pointFormat < 6 && key !== undefined ? { key: 'pointFormat', expected: `6, 7 or 8 with ${key}` } : undefined;
}

/** Layered chunks, of LAZ and COPC, hold points of the formats from 6 on. */
export const layeredConflict = ({ pointFormat = 6 }: OptionsOf<typeof LAS_OPTIONS>): OptionConflict | undefined =>
  pointFormat < 6 ? { key: 'pointFormat', expected: '6, 7 or 8 in a compressed file' } : undefined;

/** The chosen fields that LAS or LAZ with these options cannot hold; undefined: none. */
export function lasCannotHold(
  fields: readonly string[],
  { layout, pointFormat = layout && 6 }: OptionsOf<typeof LAS_OPTIONS>,
): UnheldFields | undefined {
  return (pointFormat === 6 || pointFormat === 1) && fields.includes('rgb')
    ? { fields: ['rgb'], reason: `point format ${pointFormat} has no colours` }
    : undefined;
}

/** Flags and returns are in the core of every record; HELIOS++ has no misses. */
export function lasHoldsMisses({ layout }: OptionsOf<typeof LAS_OPTIONS>): boolean {
  return layout === undefined;
}

/** Layout of a file's numbers, and the record of limits from which energies are derived if they are not stored. */
interface LasPlan {
  quantization: Quantization;
  layout: PointLayout;
  scaleVlrs: readonly Vlr[];
}

function planLas(header: CloudHeader, options: OptionsOf<typeof LAS_OPTIONS>): LasPlan {
  const quantization = header.quantization ?? chooseQuantization(header.bounds, options.scale);
  const { extras, scaleVlrs } =
    options.layout === 'helios' ? FIELDS_OF_HELIOS : chosenFields(header, options, quantization);
  return { quantization, layout: pointLayout(formatOf(header, options), extras), scaleVlrs };
}

/** The coder of points as records of LAS, LAZ and COPC; `byLaser`: their chunks are in the order of lasers. */
export function lasCoder(
  header: CloudHeader,
  options: OptionsOf<typeof LAS_OPTIONS>,
  { byLaser }: { byLaser?: boolean } = {},
): PointCoder {
  const { layout, quantization } = planLas(header, options);
  return new RecordCoder(layout, quantization, { byLaser, waveforms: options.waveforms !== undefined });
}

/**
 * The encoder of LAS; `dataOf` makes the store of its records from their layout. `header.bounds` must contain every
 * point. Throws UserError if LAS cannot hold the reference system.
 */
export function encodeLas(
  header: CloudHeader,
  options: OptionsOf<typeof LAS_OPTIONS>,
  dataOf: (layout: PointLayout, quantization: Quantization) => PointData,
): CloudEncoder {
  const { scale, waveforms } = options;
  const { quantization, layout, scaleVlrs } = planLas(header, options);
  const { extras } = layout;
  const tally = new RecordTally(layout.format, extras.length);
  const data = dataOf(layout, quantization);
  const records = waveforms ? waveformRecords(layout, data, waveforms) : plainRecords(layout, data);
  const reference = isOlder(layout.format) ? olderReference(header) : { vlrs: wktVlrs(header) };
  const vlrs = [
    ...reference.vlrs,
    ...(isOlder(layout.format) ? [] : classLookupVlrs(header.classNames)),
    ...(extras.length > 0 ? [extraBytesVlr(extras)] : []),
    ...scaleVlrs,
  ];
  const weekTime = options.layout === 'helios' || header.weekTime;
  const head = lasHead(header, vlrs, { layout, quantization, tally, data, waveforms: records.waveforms, weekTime });
  return {
    head,
    append: async (points, buffer, accompaniment) => {
      if (points.tally) tally.join(points.tally);
      checkPointCount(layout, tally.points);
      await records.append(points, buffer, accompaniment);
    },
    end: records.end,
    beside: records.beside,
    losses: () => [
      ...stepLosses(header, scale, quantization, tally.points),
      ...(reference.loss === undefined
        ? []
        : [{ of: 'the reference system', what: reference.loss, points: tally.points }]),
      ...recordLosses(layout, tally.counts),
    ],
  };
}

/** Loss of coordinates in coarser steps than requested, or than usual if none are requested. */
function stepLosses(header: CloudHeader, scale: number | undefined, steps: Quantization, points: number): Loss[] {
  const isGiven = scale === undefined && header.quantization !== undefined;
  const what = isGiven || points === 0 ? undefined : coarserSteps(steps, scale);
  return what === undefined ? [] : [{ of: 'the coordinates', what, points }];
}

/** The records of a reference system, and the loss if they do not name it. */
interface Reference {
  vlrs: readonly Vlr[];
  loss?: string;
}

/** The record of WKT; none for coordinates of which nothing is known. */
function wktVlrs({ wkt, isLocal = false }: CloudHeader): Vlr[] {
  const stated = wkt ?? (isLocal ? LOCAL_WKT : undefined);
  return stated === undefined ? [] : [wktVlr(stated)];
}

/** LAS 1.2 names systems in GeoTIFF keys: those of the source, or by their codes; without a system it has no record. */
function olderReference({ wkt, geotiff }: CloudHeader): Reference {
  if (geotiff) return { vlrs: geotiffVlrs(geotiff) };
  if (wkt === undefined) return { vlrs: [] };
  const { plane, height } = epsgCodes(wkt);
  const codes = [plane, height].filter((code) => code !== undefined);
  if (plane === undefined || !codes.every(isGeoCode))
    return { vlrs: [], loss: 'is left out: LAS 1.2 names systems by their EPSG codes, and this one has none' };
  return { vlrs: geotiffVlrs(geotiffDirectory({ plane, height }, wktUnits(parseWkt(wkt)))) };
}

/** The extra bytes of a file, and the record of limits from which energies are derived if they are not stored. */
interface ExtraFields {
  extras: readonly ExtraColumn[];
  scaleVlrs: readonly Vlr[];
}

const FIELDS_OF_HELIOS: ExtraFields = { extras: HELIOS_COLUMNS, scaleVlrs: [] };

/** Energies that can be derived from the intensity are stored only if they are chosen by name, or in full width. */
function chosenFields(
  header: CloudHeader,
  options: OptionsOf<typeof LAS_OPTIONS>,
  quantization: Quantization,
): ExtraFields {
  const { pointFormat = 6, fields = isOlder(pointFormat) ? 'minimal' : 'standard' } = options;
  const isFull = choosesPreset({ fields }, 'all');
  const attributes = attributesOf(header, { fields });
  const rows = limitRows(
    header.amplitudeLimits ?? [],
    attributes.some(({ key }) => key === 'scanner'),
  );
  const follows = rows !== undefined && rows.length <= LIMIT_ROWS_MAX;
  const isWanted = isFull || !follows || namedFields({ fields }).some(({ key }) => key === 'energy');
  const stored = attributes.filter(({ key }) => key !== 'energy' || isWanted);
  return {
    extras: ownColumns(stored, isFull ? undefined : quantization),
    scaleVlrs: follows && !stored.some(({ key }) => key === 'energy') ? [intensityScaleVlr(rows)] : [],
  };
}

/** LAS has no format with waveforms and colours without near infrared. */
function formatOf(
  header: CloudHeader,
  { layout, waveforms, fields, ...options }: OptionsOf<typeof LAS_OPTIONS>,
): WritablePointFormat {
  const hasColours = layout === undefined && attributesOf(header, { fields }).some(({ key }) => key === 'rgb');
  const { pointFormat = hasColours ? 7 : 6 } = options;
  if (waveforms === undefined) return pointFormat;
  return pointFormat === 6 ? 9 : 10;
}
