import type { PointOutput } from '../cloud-formats.js';
import type { LasFile } from '../las/las-file.js';
import { WAVE_PACKET_AT } from '../las/point-layout.js';
import { isLayeredFormat } from '../laz/packed-layout.js';
import type { ReadableCloud } from '../readable-cloud.js';
import type { ConvertCloudOptions } from './convert-options.js';

/**
 * Whether the records of `clouds` can go into one LAS or LAZ file as they are: all are LAS or LAZ of one layout, and
 * nothing asks for another; LAZ is written of formats from 6 on. Packets of waveforms are found by their place in one file, so those stay with a single output.
 */
export function haveOneLayout(
  clouds: readonly ReadableCloud[],
  output: PointOutput,
  { tile }: ConvertCloudOptions,
): boolean {
  if (!clouds.every(isLas)) return false;
  const [first] = clouds;
  const isWritten = output.format === 'las' || (output.format === 'laz' && isLayeredFormat(first.header.pointFormat));
  const isPlain = !(first.header.pointFormat in WAVE_PACKET_AT) || (clouds.length === 1 && tile === undefined);
  return isWritten && isPlain && asksForNoLayout(first, output) && clouds.every((cloud) => hasLayoutOf(first, cloud));
}

const isLas = (cloud: ReadableCloud): cloud is LasFile => cloud.format === 'las';

/** Scale is no matter of the layout. */
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
