import type { PointKey } from '../cloud/point-batch.js';
import { POINT_FIELDS } from '../cloud/point-fields.js';

/** Attributes with special names in meshes; others have the names of columns of text: `return_number`. */
const OWN_NAMES: Readonly<Partial<Record<PointKey, string>>> = { normal: 'NORMAL', rgb: 'COLOR_0' };

/** The name of a point's attribute in a mesh. */
export const meshName = (key: PointKey): string =>
  OWN_NAMES[key] ?? POINT_FIELDS.find((field) => field.key === key)?.name ?? key;
