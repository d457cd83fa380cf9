/*
 * Values in files that an attribute of whole numbers cannot hold: one rule for all formats. A number beyond the
 * attribute's range, or between two whole ones, becomes the nearest that the attribute can hold; a cell without a
 * number counts as 0. All are counted, except fractions that come from a scale, such as that of colours: these are
 * rounded. For a code (a class, an object) the nearest number is another class or object, so such a cloud is refused.
 */
import type { ElementType, PointAttribute } from '../../cloud/point-schema.js';

/** Element types without fractions, and the largest value of each; the least is 0. */
export const WHOLE_MAX = Object.freeze({ u8: 2 ** 8 - 1, u16: 2 ** 16 - 1, u32: 2 ** 32 - 1 });
export type WholeType = keyof typeof WHOLE_MAX & ElementType;

/** Reasons for which a value does not fit: beyond the range, no whole number, no number. */
export type MisfitKind = 'outside' | 'fraction' | 'missing';

/** The values of one attribute that do not fit for one reason. */
export interface Misfit {
  kind: MisfitKind;
  /** Name of the attribute, and whether its values are codes. */
  attribute: string;
  isCode: boolean;
  count: number;
  /** The point of the first one, from 0, and its number in the file. */
  point: number;
  number: number;
  /** Least and largest number in the file that fits. */
  range: readonly [number, number];
}

/** A number in a file, of which the value is number × scale + shift. */
export interface StoredNumber {
  number: number;
  scale: number;
  shift: number;
  /** Number of the point in the cloud, from 0. */
  point: number;
}

/** Whether a cloud with this misfit is refused: its meaning is lost. */
export const isRefused = ({ isCode, kind }: Misfit): boolean => isCode && kind !== 'missing';

/** Counts the misfits of a cloud, and keeps the first of each kind. */
export class MisfitTally {
  private readonly found = new Map<string, Misfit>();
  private last: Misfit | undefined;

  /** Whether the cloud must be refused. */
  get isRefused(): boolean {
    return this.found.size > 0 && this.parts().some(isRefused);
  }

  /** The value of `stored` as the attribute, of whole numbers, holds it; counted if it differs. */
  hold(attribute: PointAttribute, stored: StoredNumber): number {
    const { number, scale, shift } = stored;
    const most = WHOLE_MAX[attribute.type as WholeType];
    const value = number * scale + shift;
    if (Number.isNaN(value)) {
      this.note('missing', attribute, stored);
      return 0;
    }
    // Fractions that come from a scale are no fault of the file.
    const isStated = isUnscaled(stored) || attribute.isCode;
    const nearest = Math.round(value);
    if (nearest < 0 || nearest > most) {
      this.note('outside', attribute, stored);
      return nearest < 0 ? 0 : most;
    }
    if (nearest !== value && isStated) this.note('fraction', attribute, stored);
    return nearest;
  }

  /** The misfits so far. */
  parts(): Misfit[] {
    return [...this.found.values()];
  }

  /** Adds the findings of another tally in other points. */
  addParts(parts: readonly Misfit[]): void {
    for (const part of parts) {
      const own = this.found.get(keyOf(part.kind, part.attribute));
      const first = own && own.point < part.point ? own : part;
      this.found.set(keyOf(part.kind, part.attribute), { ...first, count: part.count + (own?.count ?? 0) });
    }
  }

  private note(kind: MisfitKind, { name, type, isCode = false }: PointAttribute, stored: StoredNumber): void {
    // Mostly the same as before, which saves the look-up.
    const isSame = this.last?.kind === kind && this.last.attribute === name;
    this.last = isSame ? this.last : this.found.get(keyOf(kind, name));
    if (this.last) {
      this.last.count++;
      return;
    }
    const { number, scale, shift, point } = stored;
    const ends = [0, WHOLE_MAX[type as WholeType]].map((value) => (value - shift) / scale);
    const range = [Math.min(...ends), Math.max(...ends)] as const;
    this.found.set(keyOf(kind, name), { kind, attribute: name, isCode, count: 1, point, number, range });
  }
}

/** Whether the numbers of a file are the values themselves. */
export const isUnscaled = ({ scale, shift }: Pick<StoredNumber, 'scale' | 'shift'>): boolean =>
  scale === 1 && shift === 0;

const keyOf = (kind: MisfitKind, attribute: string): string => kind + attribute;
