import { z } from 'zod';
import { choiceField, numberField } from '../../base/yaml/fields.js';
import type { CloudEncoder } from '../cloud-file.js';
import type { CloudFormat, OptionsOf } from '../cloud-format.js';
import { classLookupVlrs } from '../las/class-lookup.js';
import { extraBytesVlr } from '../las/extra-bytes.js';
import { HELIOS_COLUMNS } from '../las/helios-fields.js';
import { lasHead } from '../las/las-head.js';
import { plainRecords, waveformRecords } from '../las/las-records.js';
import { PointEncoder } from '../las/point-encoder.js';
import { ownColumns, pointLayout, type WritablePointFormat } from '../las/point-layout.js';
import { chooseQuantization } from '../las/quantization.js';
import { wktVlr } from '../las/wkt.js';
import { FIELD_OPTIONS, LAYOUT_OPTIONS } from '../output-options.js';
import type { CloudHeader } from '../point-sink.js';

const OPTIONS = {
  ...FIELD_OPTIONS,
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
export const LAS_CLOUD: CloudFormat<typeof OPTIONS> = {
  endings: ['.las'],
  // 38 bytes of format 8 and 62 of extra bytes.
  bytesPerPoint: 100,
  organised: false,
  options: OPTIONS,
  cannotHold: (fields, { layout, pointFormat = layout && 6 }) =>
    pointFormat === 6 && fields.includes('rgb')
      ? { fields: ['rgb'], reason: 'point format 6 has no colours' }
      : undefined,
  encode,
};

/** `header.bounds` must contain every point. Throws UserError if LAS cannot hold the reference system. */
function encode(header: CloudHeader, options: OptionsOf<typeof OPTIONS>): CloudEncoder {
  const { scale, waveforms, layout: columns } = options;
  const extras = columns === 'helios' ? HELIOS_COLUMNS : ownColumns(header, options);
  const layout = pointLayout(formatOf(header, options), extras);
  const points = new PointEncoder(layout, chooseQuantization(header.bounds, scale));
  const records = waveforms ? waveformRecords(points, waveforms) : plainRecords(points);
  const vlrs = [wktVlr(header.wkt), ...classLookupVlrs(header.classNames), extraBytesVlr(extras), ...records.vlrs];
  const head = lasHead(header, points, vlrs, { ...records, weekTime: columns === 'helios' });
  return { head, append: records.append, end: records.end, beside: records.beside };
}

/** LAS has no format with waveforms and colours without near infrared. */
function formatOf(
  { optional }: CloudHeader,
  {
    layout,
    pointFormat = optional?.includes('rgb') && layout === undefined ? 7 : 6,
    waveforms,
  }: OptionsOf<typeof OPTIONS>,
): WritablePointFormat {
  if (waveforms === undefined) return pointFormat;
  return pointFormat === 6 ? 9 : 10;
}
