import { viewOf } from '../bytes/byte-fields.js';
import type { RecordSource } from '../records/record-source.js';
import { attributeOf, type TableCloud } from './table-cloud.js';

/** Number of sampled points; a program writes all intensities alike. */
const SAMPLE_POINTS = 4096;

/** Intensity of 1 in 16 bits. */
export const UNIT_INTENSITY = 65535;

/**
 * The cloud with intensities of 16 bits. Some drivers and data sets write them from 0 to 1, which the first points
 * show; then a warning says so. `open` opens its records.
 */
export async function scaleIntensity<Cloud extends TableCloud>(
  cloud: Cloud,
  open: (cloud: Cloud) => Promise<RecordSource>,
): Promise<Cloud> {
  const found = cloud.fields.find(({ name }) => attributeOf(name)?.key === 'intensity');
  if (
    found === undefined ||
    found.scale !== undefined ||
    (found.type !== 'f32' && found.type !== 'f64') ||
    cloud.pointCount === 0
  )
    return cloud;
  const count = Math.min(cloud.pointCount, SAMPLE_POINTS);
  const records = new Uint8Array(count * cloud.recordLength);
  const source = await open(cloud);
  try {
    await source.read(0, count, records);
  } finally {
    await source.close();
  }
  const view = viewOf(records);
  let parts = 0;
  for (let i = 0, at = found.at; i < count; i++, at += cloud.recordLength) {
    const value = found.type === 'f32' ? view.getFloat32(at, true) : view.getFloat64(at, true);
    // Neither infinities nor NaN reveal the range of the others.
    if (Number.isFinite(value) && (value < 0 || value > 1)) return cloud;
    if (value > 0 && value < 1) parts++;
  }
  if (parts === 0) return cloud;
  return {
    ...cloud,
    fields: cloud.fields.map((field) => (field === found ? { ...field, scale: UNIT_INTENSITY } : field)),
    warnings: [...cloud.warnings, `its intensities are from 0 to 1; they are shown times ${UNIT_INTENSITY}`],
  };
}
