/*
 * The elements of a point (ASTM E2807-11, Table 15), with the attribute of each. Attributes without an element in the
 * standard or its extension for normals have the names of other files, in a namespace of their own.
 */
import { type Box3, isEmptyBox } from '../../base/vec3.js';
import type { ElementType, PointAttribute } from '../../cloud/point-schema.js';
import type { CloudGrid } from '../records/point-sink.js';
import { type E57Element, NORMALS, type NumberForm, OWN, type ScaledNumber } from './number-form.js';

/** An element with its attribute. */
export interface PointElement extends E57Element {
  attribute: PointAttribute;
}

const STANDARD_NAMES: Readonly<Record<string, string>> = Object.freeze({
  x: 'cartesianX',
  y: 'cartesianY',
  z: 'cartesianZ',
  intensity: 'intensity',
  red: 'colorRed',
  green: 'colorGreen',
  blue: 'colorBlue',
  return_number: 'returnIndex',
  number_of_returns: 'returnCount',
  gps_time: 'timeStamp',
  nx: `${NORMALS.prefix}:normalX`,
  ny: `${NORMALS.prefix}:normalY`,
  nz: `${NORMALS.prefix}:normalZ`,
});

const nameOf = ({ name }: PointAttribute): string => STANDARD_NAMES[name] ?? `${OWN.prefix}:${name}`;

const integers = (minimum: number, maximum: number): NumberForm => ({
  type: 'Integer',
  minimum: BigInt(minimum),
  maximum: BigInt(maximum),
});

/** Forms of unchanged numbers. */
const FULL: Readonly<Record<ElementType, NumberForm>> = Object.freeze({
  u8: integers(0, 2 ** 8 - 1),
  u16: integers(0, 2 ** 16 - 1),
  u32: integers(0, 2 ** 32 - 1),
  f32: { type: 'Float', precision: 'single' },
  f64: { type: 'Float', precision: 'double' },
});

/** A return's index counts from 0, its number from 1: the same bits. */
const RETURN_INDEX = integers(-1, 2 ** 8 - 2);

/** A scaled integer of `bits` bits, from `minimum` on. */
const steps = (scale: number, bits: number, minimum: number): ScaledNumber => ({
  type: 'ScaledInteger',
  minimum: BigInt(minimum),
  maximum: BigInt(minimum + 2 ** bits - 1),
  scale,
  offset: 0,
});

/** A tenth of a millimetre: below the noise of the best scanners. */
const LENGTH_STEP = 1e-4;

const NORMAL = steps(1e-3, 11, -(2 ** 10));
/** Half a turn to either side. */
const TURN = steps(1e-4, 16, -(2 ** 15));

/** Steps below the resolution of instruments, for attributes in the compact layout; others are stored as they are. */
const COMPACT: Readonly<Record<string, ScaledNumber>> = Object.freeze({
  nx: NORMAL,
  ny: NORMAL,
  nz: NORMAL,
  scan_angle: TURN,
  azimuth: TURN,
  incidence_angle: steps(1e-3, 11, 0),
  range: steps(LENGTH_STEP, 32, 0),
  echo_width: steps(1e-11, 16, 0),
});

const AXES: readonly string[] = ['x', 'y', 'z'];

/** Most bits of a coordinate in steps; others are f64. */
const STEP_BITS_MAX = 32;

/** Steps that cover the box along an axis, in as many bits as they need; f64 if these are too many. */
function coordinateForm(bounds: Box3, axis: number): NumberForm {
  const [least, most] = [bounds.min[axis] / LENGTH_STEP, bounds.max[axis] / LENGTH_STEP].map(Math.floor);
  const bits = Math.ceil(Math.log2(most - least + 2));
  if (isEmptyBox(bounds) || !(bits <= STEP_BITS_MAX)) return FULL.f64;
  const spare = 2 ** bits - (most - least + 2);
  return steps(LENGTH_STEP, bits, least - Math.floor(spare / 2));
}

/** Steps of a true position: 200 km to either side of the middle of the box. */
function truePositionForm(bounds: Box3, axis: number): NumberForm {
  const middle = Math.round((bounds.min[axis] + bounds.max[axis]) / 2 / LENGTH_STEP);
  return Number.isSafeInteger(middle) ? steps(LENGTH_STEP, 32, middle - 2 ** 31) : FULL.f64;
}

function compactForm({ name, key, type, component }: PointAttribute, bounds: Box3): NumberForm {
  const axis = AXES.indexOf(name);
  if (axis >= 0) return coordinateForm(bounds, axis);
  // Most programs read colours of eight bits, and pye57 only these.
  if (key === 'rgb') return FULL.u8;
  if (key === 'truePosition') return truePositionForm(bounds, component);
  return COMPACT[name] ?? FULL[type];
}

/**
 * The elements of points with `attributes` within `bounds`: in full width, or in steps of 0.1 mm and of the resolution
 * of instruments (normals 0.001, angles 0.1 and incidence angles 1 mrad, echo widths 10 ps), with colours of eight
 * bits.
 */
export const pointElements = (attributes: readonly PointAttribute[], bounds: Box3, isFull: boolean): PointElement[] =>
  attributes.map((attribute) => {
    const { name, type } = attribute;
    const form = isFull ? FULL[type] : compactForm(attribute, bounds);
    return { attribute, name: nameOf(attribute), form: name === 'return_number' ? RETURN_INDEX : form };
  });

/** The elements of a point's row and column, and of its state: 0 with a place, 2 without. */
export const cellElements = ({ width, height }: CloudGrid): E57Element[] => [
  { name: 'rowIndex', form: integers(0, Math.max(height - 1, 1)) },
  { name: 'columnIndex', form: integers(0, Math.max(width - 1, 1)) },
  { name: 'cartesianInvalidState', form: integers(0, 2) },
];
