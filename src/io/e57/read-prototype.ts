/* The elements of a scan's points (ASTM E2807-11, clauses 8.3 and 8.4.4), as its XML states them. */

import { UserError } from '../../base/errors.js';
import { counted } from '../../base/text.js';
import type { XmlElement } from '../../base/xml/xml-element.js';
import { quoteText } from '../../base/yaml/faults.js';
import { attributeOf } from '../tables/table-cloud.js';
import type { NumberForm } from './number-form.js';

/** Most elements of a point. */
const ELEMENTS_MAX = 256;

/** An element with its attribute. */
export interface PrototypeElement {
  name: string;
  form: NumberForm;
  /** Its attribute; absent: none; `state`: whether the point has a place. */
  attribute?: string;
}

/** Coordinates of the scan by element, cartesian or spherical. */
const AXES = {
  cartesian: { cartesianX: 'x', cartesianY: 'y', cartesianZ: 'z', cartesianInvalidState: 'state' },
  spherical: { sphericalRange: 'x', sphericalAzimuth: 'y', sphericalElevation: 'z', sphericalInvalidState: 'state' },
} as const;

const STANDARD: Readonly<Record<string, string>> = Object.freeze({
  intensity: 'intensity',
  colorRed: 'red',
  colorGreen: 'green',
  colorBlue: 'blue',
  returnIndex: 'return_number',
  returnCount: 'number_of_returns',
  timeStamp: 'gps_time',
});

/** Elements without information that an attribute could hold; their loss needs no warning. */
const SILENT = /^(row|column)Index$|^is\w+Invalid$|InvalidState$|^spherical/;

/** Whether nothing is lost if an element is not read. */
export const isSilent = (name: string): boolean => SILENT.test(name);

/**
 * The elements of a prototype, in order, and whether its coordinates are spherical. Throws UserError if it has no
 * coordinates, a repeated element, or one that is no number.
 */
export function readPrototype(prototype: XmlElement): { elements: PrototypeElement[]; isSpherical: boolean } {
  const { children, place } = prototype;
  if (children.length > ELEMENTS_MAX)
    throw new UserError(`found ${counted(children.length, 'element')} of a point, expected ${ELEMENTS_MAX} at most`, {
      place,
    });
  const has = (name: string) => children.some((child) => child.name === name);
  const isSpherical = !has('cartesianX');
  const axes: Readonly<Record<string, string>> = isSpherical ? AXES.spherical : AXES.cartesian;
  const missing = Object.keys(axes)
    .slice(0, 3)
    .filter((name) => !has(name));
  if (missing.length > 0)
    throw new UserError(`its points have no ${missing.join(', ')}`, {
      place,
      hint: 'they have cartesianX, Y and Z, or sphericalRange, Azimuth and Elevation',
    });
  const taken = new Set<string>();
  const elements = children.map((child) => {
    const attribute = own(axes, child.name) ?? own(STANDARD, child.name) ?? extensionAttribute(child.name);
    if (attribute !== undefined && taken.has(attribute))
      throw new UserError(`${child.name} is there twice, or means the same as another element`, { place: child.place });
    if (attribute !== undefined) taken.add(attribute);
    return { name: child.name, form: formOf(child), attribute };
  });
  return { elements, isSpherical };
}

/** The entry of a table, never an inherited one: names come from files. */
const own = (table: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** The attribute of an element with a prefix, by its name in other files. */
function extensionAttribute(name: string): string | undefined {
  const [prefix, local] = name.split(':');
  return local === undefined || prefix === '' ? undefined : attributeOf(local)?.name;
}

function formOf(element: XmlElement): NumberForm {
  const { attributes, name, place } = element;
  const type = attributes.get('type');
  if (type === 'Float') {
    const precision = attributes.get('precision') ?? 'double';
    if (precision !== 'single' && precision !== 'double')
      throw new UserError(`precision of ${name}: found ${quoteText(precision)}, expected single or double`, { place });
    return { type, precision };
  }
  if (type !== 'Integer' && type !== 'ScaledInteger')
    throw new UserError(
      `type of ${name}: found ${quoteText(type ?? 'none')}, expected Integer, ScaledInteger or Float`,
      {
        place,
      },
    );
  const minimum = wholeOf(element, 'minimum', -(2n ** 63n));
  const maximum = wholeOf(element, 'maximum', 2n ** 63n - 1n);
  if (minimum > maximum)
    throw new UserError(`range of ${name}: found ${minimum} to ${maximum}, expected a maximum not below it`, { place });
  if (type === 'Integer') return { type, minimum, maximum };
  const scale = numberOf(element, 'scale', 1);
  if (scale === 0) throw new UserError(`scale of ${name}: found 0, expected another number`, { place });
  return { type, minimum, maximum, scale, offset: numberOf(element, 'offset', 0) };
}

/** A whole number of 64 bits in the attribute `key`. Throws UserError for others. */
export function wholeOf({ attributes, name, place }: XmlElement, key: string, otherwise?: bigint): bigint {
  const text = attributes.get(key)?.trim() ?? otherwise?.toString() ?? '';
  const value = /^[+-]?\d{1,20}$/.test(text) ? BigInt(text.replace('+', '')) : undefined;
  if (value === undefined || BigInt.asIntN(64, value) !== value)
    throw new UserError(`${key} of ${name}: found ${quoteText(text)}, expected a whole number of 64 bits`, { place });
  return value;
}

function numberOf({ attributes, name, place }: XmlElement, key: string, otherwise: number): number {
  const text = attributes.get(key)?.trim();
  const value = text === undefined ? otherwise : text === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value))
    throw new UserError(`${key} of ${name}: found ${quoteText(text ?? '')}, expected a number`, { place });
  return value;
}
