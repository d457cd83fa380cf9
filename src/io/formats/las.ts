import { z } from 'zod';
import { numberField } from '../../base/yaml/fields.js';
import type { CloudEncoder } from '../cloud-file.js';
import type { CloudFormat, OptionsOf } from '../cloud-format.js';
import { classLookupVlrs } from '../las/class-lookup.js';
import { extraBytesVlr } from '../las/extra-bytes.js';
import { lasHead } from '../las/las-head.js';
import { plainRecords } from '../las/las-records.js';
import { PointEncoder } from '../las/point-encoder.js';
import { extraAttributes, pointLayout } from '../las/point-layout.js';
import { chooseQuantization } from '../las/quantization.js';
import { wktVlr } from '../las/wkt.js';
import type { CloudHeader } from '../point-sink.js';

const OPTIONS = {
  pointFormat: z
    .union([z.literal(6), z.literal(7), z.literal(8)], { error: 'one of: 6, 7, 8' })
    .describe('LAS point data record format; absent: 7 where points have colours, else 6')
    .optional(),
  scale: numberField('Smallest step of a LAS coordinate; absent: chosen from the extent', {
    unit: 'm',
    min: 1e-9,
    max: 1,
  }).optional(),
};

/** LAS 1.4 with point format 6, 7 or 8 and subray's extra bytes (ASPRS LAS Specification 1.4 – R15). */
export const LAS_CLOUD: CloudFormat<typeof OPTIONS> = {
  endings: ['.las'],
  // 38 bytes of format 8 and 62 of extra bytes.
  bytesPerPoint: 100,
  organised: false,
  options: OPTIONS,
  withoutColours: ({ pointFormat }) => (pointFormat === 6 ? 'point format 6 has no colours' : undefined),
  encode,
};

/** `header.bounds` must contain every point. Throws UserError if LAS cannot hold the reference system. */
function encode(header: CloudHeader, options: OptionsOf<typeof OPTIONS>): CloudEncoder {
  const { pointFormat = header.optional?.includes('rgb') ? 7 : 6, scale } = options;
  const extras = extraAttributes(header.optional);
  const points = new PointEncoder(pointLayout(pointFormat, extras), chooseQuantization(header.bounds, scale));
  const records = plainRecords(points);
  const vlrs = [wktVlr(header.wkt), ...classLookupVlrs(header.classNames), extraBytesVlr(extras), ...records.vlrs];
  return { head: lasHead(header, points, vlrs, records.compressed), append: records.append, end: records.end };
}
