import type { PointKey } from '../../cloud/point-batch.js';
import type { PointAttribute } from '../../cloud/point-schema.js';
import type { NumberPlace } from '../records/record-columns.js';

/** An attribute of a cloud's points. Plain data. */
export interface CloudAttribute {
  /** Its name in subray, or else in the file; unique in the cloud. */
  name: string;
  /** Absent: the number has no unit, or the file does not state it. */
  unit?: string;
  description?: string;
  /** Numbers are names, not quantities: classes, objects, flags. */
  isCode: boolean;
  /** Numbers a point: 1, or the bytes of a field that the file does not describe. */
  length: number;
}

/** An attribute with its place in the records of its file. */
export interface CloudField extends CloudAttribute {
  /** Whether values become whole numbers: a factor makes parts of them; absent: no. */
  isRounded?: boolean;
  place: Required<NumberPlace>;
  /** The bits of the number that form it, from `shift` on. */
  bits?: { shift: number; mask: number };
  /** Key of the array of a batch that has it, if it is derived from other attributes; `place` is then meaningless. */
  derived?: PointKey;
}

/** An attribute that subray knows, at this place. */
export const knownField = (
  { name, unit, description, isCode = false }: PointAttribute,
  place: Required<NumberPlace>,
): CloudField => ({ name, ...(unit !== undefined && { unit }), description, isCode, length: 1, place });

/** The description of a field. */
export const attributeOfField = ({ name, unit, description, isCode, length }: CloudField): CloudAttribute => ({
  name,
  ...(unit !== undefined && { unit }),
  ...(description !== undefined && { description }),
  isCode,
  length,
});
