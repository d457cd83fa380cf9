import type { CloudFormatName, PointOutput } from '../clouds/cloud-formats.js';
import { HEADER_BYTES } from '../las/las-header.js';
import { WAVE_PACKET_AT } from '../las/point-layout.js';
import { isWaveformData } from '../las/waveform-descriptor.js';
import type { LasFile } from '../las-files/las-file.js';
import { isLayeredFormat } from '../laz/packed-layout.js';
import type { ReadableCloud } from '../records/readable-cloud.js';
import type { ConvertCloudOptions } from './convert-options.js';

/**
 * Whether the records of `clouds` can be copied into one LAS, LAZ or COPC file: all are LAS or LAZ of one layout, and
 * no option requires another. LAZ is written for formats from 6 on, COPC for 6, 7 and 8. Waveform packets are found by
 * their place in one file, so they require a single output.
 */
export function haveOneLayout(
  clouds: readonly ReadableCloud[],
  output: PointOutput,
  { tile }: ConvertCloudOptions,
): boolean {
  if (!clouds.every(isLas)) return false;
  const [first] = clouds;
  const isPlain = !(first.header.pointFormat in WAVE_PACKET_AT) || (clouds.length === 1 && tile === undefined);
  return (
    isWritten(first, output.format) &&
    isPlain &&
    asksForNoLayout(first, output) &&
    clouds.every((cloud) => hasLayoutOf(first, cloud))
  );
}

/** Whether files of the format can hold the records of `cloud` and everything in its head. */
function isWritten({ header, vlrs }: LasFile, format: CloudFormatName): boolean {
  if (format === 'las') return true;
  if (format !== 'laz' && format !== 'copc') return false;
  if (!isLayeredFormat(header.pointFormat)) return false;
  // The first record of COPC begins at byte 375, and the hierarchy takes the place of waveforms behind the points.
  return (
    format === 'laz' ||
    (header.pointFormat <= 8 && header.headerSize === HEADER_BYTES.v14 && !vlrs.some(isWaveformData))
  );
}

export const isLas = (cloud: ReadableCloud): cloud is LasFile => cloud.format === 'las';

/** The scale does not affect the layout. */
function asksForNoLayout({ header }: LasFile, { path, format, scale, pointFormat, ...others }: PointOutput): boolean {
  const isSame = pointFormat === undefined || pointFormat === header.pointFormat;
  return isSame && Object.values(others).every((value) => value === undefined);
}

/** The same numbers at the same places, with the same meaning. */
const hasLayoutOf = (a: LasFile, b: LasFile): boolean =>
  a.header.pointFormat === b.header.pointFormat &&
  a.header.recordLength === b.header.recordLength &&
  a.weekTime === b.weekTime &&
  JSON.stringify(a.extraFields) === JSON.stringify(b.extraFields);
