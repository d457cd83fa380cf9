import { z } from 'zod';
import { choiceField, numberField } from '../../base/yaml/fields.js';
import type { CloudEncoder } from '../cloud-file.js';
import type { CloudFormat, OptionsOf } from '../cloud-format.js';
import { classLookupVlrs } from '../las/class-lookup.js';
import { extraBytesVlr } from '../las/extra-bytes.js';
import { HELIOS_COLUMNS } from '../las/helios-fields.js';
import { lasHead } from '../las/las-head.js';
import { plainRecords, waveformRecords } from '../las/las-records.js';
import { type PointData, plainData } from '../las/point-data.js';
import { PointEncoder } from '../las/point-encoder.js';
import { ownColumns, type PointLayout, pointLayout, type WritablePointFormat } from '../las/point-layout.js';
import { chooseQuantization, type Quantization } from '../las/quantization.js';
import { wktVlr } from '../las/wkt.js';
import { COLUMN_OPTIONS, LAYOUT_OPTIONS } from '../output-options.js';
import type { CloudHeader } from '../point-sink.js';

/** Keys of an output in LAS or LAZ. */
export const LAS_OPTIONS = {
  ...COLUMN_OPTIONS,
  ...LAYOUT_OPTIONS,
  pointFormat: z
    .union([z.literal(6), z.literal(7), z.literal(8)], { error: 'one of: 6, 7, 8' })
    .describe(
      'LAS point data record format; absent: 7 where points have colours, else 6. With waveforms, 9 takes the place of 6, and 10 that of 7 and 8',
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

/** LAS 1.4 with point format 6, 7 or 8, or 9 or 10 with waveforms, and subray's extra bytes (ASPRS LAS Specification 1.4 – R15). */
export const LAS_CLOUD: CloudFormat<typeof LAS_OPTIONS> = {
  endings: ['.las'],
  // 38 bytes of format 8 and 62 of extra bytes.
  bytesPerPoint: 100,
  organised: false,
  options: LAS_OPTIONS,
  withoutColours: lasWithoutColours,
  encode: (header, options) => encodeLas(header, options, ({ recordLength }) => plainData(recordLength)),
};

/** The reason why LAS or LAZ with these options has no colours; undefined if it has. */
export function lasWithoutColours({ layout, pointFormat = layout && 6 }: OptionsOf<typeof LAS_OPTIONS>) {
  return pointFormat === 6 ? 'point format 6 has no colours' : undefined;
}

/**
 * The encoder of LAS with its records in `dataOf` their layout. `header.bounds` must contain every point. Throws UserError
 * if LAS cannot hold the reference system.
 */
export function encodeLas(
  header: CloudHeader,
  options: OptionsOf<typeof LAS_OPTIONS>,
  dataOf: (layout: PointLayout, quantization: Quantization) => PointData,
): CloudEncoder {
  const { scale, waveforms, layout: columns } = options;
  const extras = columns === 'helios' ? HELIOS_COLUMNS : ownColumns(header.optional);
  const layout = pointLayout(formatOf(header, options), extras);
  const quantization = chooseQuantization(header.bounds, scale);
  const points = new PointEncoder(layout, quantization);
  const data = dataOf(layout, quantization);
  const records = waveforms ? waveformRecords(points, data, waveforms) : plainRecords(points, data);
  const vlrs = [wktVlr(header.wkt), ...classLookupVlrs(header.classNames), extraBytesVlr(extras)];
  const head = lasHead(header, points, vlrs, {
    data,
    waveforms: records.waveforms,
    weekTime: columns === 'helios',
  });
  return { head, append: records.append, end: records.end, beside: records.beside };
}

/** LAS has no format with waveforms and colours without near infrared. */
function formatOf(
  { optional }: CloudHeader,
  {
    layout,
    pointFormat = optional?.includes('rgb') && layout === undefined ? 7 : 6,
    waveforms,
  }: OptionsOf<typeof LAS_OPTIONS>,
): WritablePointFormat {
  if (waveforms === undefined) return pointFormat;
  return pointFormat === 6 ? 9 : 10;
}
