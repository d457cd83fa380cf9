/*
 * Forms in which numbers of a point are stored: the elements of a prototype (ASTM E2807-11, clause 8.3). Integers are
 * stored as bit packs of their difference from the minimum, in as many bits as the range needs; none if the range is a
 * single number.
 */

/** A whole number of the range. */
export interface IntegerForm {
  type: 'Integer';
  minimum: bigint;
  maximum: bigint;
}

/** The value is a whole number of the range × scale + offset. */
export interface ScaledNumber {
  type: 'ScaledInteger';
  minimum: bigint;
  maximum: bigint;
  scale: number;
  offset: number;
}

/** f32 or f64. */
export interface FloatForm {
  type: 'Float';
  precision: 'single' | 'double';
}

export type NumberForm = IntegerForm | ScaledNumber | FloatForm;

/** A number of every point, by the name of its element, prefix included. */
export interface E57Element {
  name: string;
  form: NumberForm;
}

/** Bits of a number. */
export function bitsOf(form: NumberForm): number {
  if (form.type === 'Float') return form.precision === 'single' ? 32 : 64;
  const range = form.maximum - form.minimum;
  return range === 0n ? 0 : range.toString(2).length;
}

/**
 * Namespace of the standard's elements (clause 8.4), of normals (E57_EXT_surface_normals), and of subray's attributes.
 */
export const E57_NAMESPACE = 'http://www.astm.org/COMMIT/E57/2010-e57-v1.0';
export const NORMALS = { prefix: 'nor', uri: 'http://www.libe57.org/E57_EXT_surface_normals.txt' } as const;
export const OWN = { prefix: 'subray', uri: 'urn:subray:attributes' } as const;
