import type { CloudNames } from './opened-cloud.js';

/** A number among those of points, such as that of a class. Plain data. */
export interface Category {
  number: number;
  /** Points that have it. */
  count: number;
  /** Its name, if it has one. */
  name?: string;
}

/** Counts numbers; neighbours mostly have the same one. */
export class CategoryCounter {
  private readonly counts = new Map<number, number>();

  /** Number of different values. */
  get size(): number {
    return this.counts.size;
  }

  add(numbers: ArrayLike<number>): void {
    const { counts } = this;
    for (let i = 0, start = 0; i < numbers.length; start = i) {
      const number = numbers[start];
      for (i++; i < numbers.length && numbers[i] === number; ) i++;
      // A cell of a text may hold NaN, which never equals itself.
      if (!Number.isNaN(number)) counts.set(number, (counts.get(number) ?? 0) + i - start);
    }
  }

  /** The numbers in ascending order, with their names. */
  result(names: Readonly<Record<number, string>> = {}): Category[] {
    return [...this.counts]
      .sort(([a], [b]) => a - b)
      .map(([number, count]) => ({ number, count, ...(number in names && { name: names[number] }) }));
  }
}

/** Names of the numbers of an attribute; undefined if it has none. */
export function namesOfAttribute(names: CloudNames, attribute: string): Readonly<Record<number, string>> | undefined {
  switch (attribute) {
    case 'classification':
      return names.classes;
    case 'instance':
      return names.instances;
    case 'material':
      return names.materials;
    case 'semantic':
      return names.semantics;
  }
  return undefined;
}
