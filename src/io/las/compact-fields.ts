import type { PointAttribute } from '../../cloud/point-schema.js';
import type { Quantization } from '../records/quantization.js';
import type { ScaledForm } from '../records/scaled-form.js';

const NORMAL: ScaledForm = { type: 'i16', scale: 1e-3 };

/** Forms of attributes in extra bytes of the compact layout, by name; others are stored as they are. */
const FORMS: Readonly<Record<string, ScaledForm>> = Object.freeze({
  nx: NORMAL,
  ny: NORMAL,
  nz: NORMAL,
  range: { type: 'u32', scale: 1e-3 },
  incidence_angle: { type: 'u16', scale: 1e-3 },
  echo_width: { type: 'u16', scale: 1e-11 },
  azimuth: { type: 'i16', scale: 1e-4 },
  amplitude_db: { type: 'u16', scale: 0.01 },
  reflectance_db: { type: 'i16', scale: 0.01 },
  deviation: { type: 'u16', scale: 1 },
  along: { type: 'u32', scale: 1e-3 },
  across: { type: 'i32', scale: 1e-3 },
});

/**
 * The form of an attribute in the compact layout, in a file whose coordinates are stored in `quantization`; undefined:
 * it is stored as it is. Steps are below the resolution of instruments: a thousandth of a unit vector is 0.06°, a
 * millimetre, a thousandth of a radian, and 10 ps are 1.5 mm of range. Decibels and deviations have the forms of
 * RIEGL's software, true positions the steps of the coordinates.
 */
export function compactForm(
  { name, key, component }: PointAttribute,
  { scale, offset }: Quantization,
): ScaledForm | undefined {
  if (key === 'truePosition') return { type: 'i32', scale: scale[component], shift: offset[component] };
  return FORMS[name];
}
