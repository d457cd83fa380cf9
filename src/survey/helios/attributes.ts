import { decimalOf, describeRange, isWithin, type NumberRange } from '../../base/number-range.js';
import { joinWords } from '../../base/text.js';
import type { Vec3 } from '../../base/vec3.js';
import type { XmlElement } from '../../base/xml/xml-element.js';
import { didYouMean } from '../../base/yaml/check-document.js';
import { quoteText } from '../../base/yaml/faults.js';
import { type HeliosReading, noteAt, showPlace } from './helios-reading.js';

/** The attributes of an element. Notes faulty values and, at the end, attributes that nobody asked for. */
export class Attributes {
  readonly element: XmlElement;
  private readonly reading: HeliosReading;
  private readonly asked = new Set<string>();

  constructor(reading: HeliosReading, element: XmlElement) {
    this.reading = reading;
    this.element = element;
  }

  /** Whether an attribute is written. */
  has(name: string): boolean {
    this.asked.add(name);
    return this.element.attributes.has(name);
  }

  /** The text of an attribute without blanks at its ends, or undefined. */
  text(name: string): string | undefined {
    this.asked.add(name);
    return this.element.attributes.get(name)?.trim();
  }

  /** The text of an attribute that must be there; '' after a fault. */
  required(name: string, expected: string): string {
    const value = this.text(name);
    if (value === undefined || value === '')
      noteAt(this.reading, this.element.place, `<${this.element.name}> lacks ${name}, expected ${expected}`);
    return value ?? '';
  }

  /** The number of an attribute, or undefined if it is absent or faulty. */
  number(name: string, range: NumberRange = {}): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const value = decimalOf(text);
    if (isWithin(value, range)) return value;
    this.fault(name, text, describeRange(range));
    return undefined;
  }

  /** The whole number of an attribute. HELIOS++ takes `100000.0` for no number and goes on with the default. */
  whole(name: string, range: NumberRange = {}): number | undefined {
    const value = this.number(name, range);
    if (value === undefined) return undefined;
    if (!Number.isInteger(value)) {
      this.fault(name, this.text(name) ?? '', 'a whole number');
      return undefined;
    }
    if (!/^[+-]?\d+$/.test(this.text(name) ?? ''))
      this.reading.quirks.note(
        3,
        this.element.place,
        `${name}=${quoteText(this.text(name) ?? '')} is read as ${value}; HELIOS++ takes only digits there, and goes on with its default`,
      );
    return value;
  }

  /** The three numbers of an attribute, `x;y;z`, or undefined if it is absent or faulty. */
  vector(name: string): Vec3 | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const vector = parseVector(text);
    if (vector === undefined) this.fault(name, text, VECTOR_EXPECTED);
    return vector;
  }

  /** A flag, or undefined if it is absent or faulty. */
  flag(name: string): boolean | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const value = FLAGS.get(text.toLowerCase());
    if (value === undefined) this.fault(name, text, 'true or false');
    return value;
  }

  /** The word of an attribute in lower case, or undefined if it is absent or none of those allowed. */
  choice<Word extends string>(name: string, allowed: readonly Word[]): Word | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const word = allowed.find((other) => other === text.toLowerCase());
    if (word === undefined) this.fault(name, text, joinWords(allowed, 'or'));
    return word;
  }

  /** An angle in degrees, in radians. */
  radians(name: string, range: NumberRange = {}): number | undefined {
    const degrees = this.number(name, { unit: 'deg', ...range });
    return degrees === undefined ? undefined : (degrees * Math.PI) / 180;
  }

  /** Warns of attributes that nobody asked for, each name once. `also` are names that mean nothing here. */
  finish(...also: string[]): void {
    const { name: element, attributes, place } = this.element;
    const absent = [...this.asked].filter((name) => !attributes.has(name));
    for (const name of attributes.keys()) {
      const key = `${element} ${name}`;
      if (this.asked.has(name) || also.includes(name) || this.reading.unknown.has(key)) continue;
      this.reading.unknown.add(key);
      this.reading.log.warn(
        `${showPlace(place)}: <${element}> has the unknown attribute ${name}, which is ignored${didYouMean(name, absent)}`,
      );
    }
  }

  private fault(name: string, found: string, expected: string): void {
    const message = `${name} of <${this.element.name}>: found ${quoteText(found)}, expected ${expected}`;
    noteAt(this.reading, this.element.place, message);
  }
}

/** Expected form of a vector, in messages. */
export const VECTOR_EXPECTED = 'three numbers, x;y;z';

/** The numbers of `x;y;z`, or undefined if they are not three. */
export function parseVector(text: string): Vec3 | undefined {
  const parts = text.split(';').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  return parts.length === 3 && parts.every(Number.isFinite) ? [parts[0], parts[1], parts[2]] : undefined;
}

const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
]);

/** Warns of child elements other than `known`, each name once. */
export function warnOfUnknown(reading: HeliosReading, element: XmlElement, known: readonly string[]): void {
  for (const child of element.children) {
    const key = `<${element.name}> <${child.name}>`;
    if (known.includes(child.name) || reading.unknown.has(key)) continue;
    reading.unknown.add(key);
    reading.log.warn(
      `${showPlace(child.place)}: <${element.name}> has the unknown element <${child.name}>, which is ignored${didYouMean(child.name, known)}`,
    );
  }
}
