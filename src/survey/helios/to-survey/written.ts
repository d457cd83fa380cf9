import type { SourcePlace } from '../../../base/errors.js';
import { formatPath } from '../../../base/yaml/faults.js';
import type { SourceDocument, ValuePath } from '../../../base/yaml/source-document.js';

/** Places in HELIOS++'s files of the values of a survey in our keys, for messages. */
export class WrittenPlaces {
  private readonly places = new Map<string, SourcePlace>();
  private readonly own: SourcePlace;

  constructor(own: SourcePlace) {
    this.own = own;
  }

  set(path: ValuePath, place: SourcePlace): void {
    this.places.set(formatPath(path), place);
  }

  /** The place of the value at a path, or of the nearest one above it. */
  of(path: ValuePath): SourcePlace {
    for (let length = path.length; length > 0; length--) {
      const place = this.places.get(formatPath(path.slice(0, length)));
      if (place !== undefined) return place;
    }
    return this.own;
  }

  /** The document of `value`; messages call it `file`. */
  document(file: string, value: unknown): SourceDocument {
    return { file, value, placeOf: (path) => this.of(path), placeOfKey: (path, key) => this.of([...path, key]) };
  }
}

/** Digits that a number of a survey keeps; digits behind them are rounding. */
const DIGITS = 12;

/** A number as a survey shows it: without the rounding of the steps that led to it. */
export const written = (value: number): number => Number(value.toPrecision(DIGITS));

/** Coordinates from here on, metres, are written as they are: a step is a millimetre, and the digits are needed. */
const FAR = 1e5;

/** A coordinate as a survey shows it, to a part of 10⁻⁶ of a step. */
export const writtenPlace = (value: number): number =>
  Math.abs(value) < FAR ? Number(value.toPrecision(DIGITS + 3)) : value;

/** A moment as a survey shows it, seconds: times of GPS have nine digits before the point. */
export const writtenTime = (time: number): number => Number(time.toPrecision(DIGITS + 3));
