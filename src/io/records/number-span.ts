import type { SeenNumbers } from '../units/value-ranges.js';

/** Numbers of a kind seen so far. */
export class NumberSpan implements SeenNumbers {
  least = Infinity;
  most = -Infinity;
  haveParts = false;

  /** Takes a number. Neither infinities nor NaN reveal the range of the others. */
  add(value: number): void {
    if (!Number.isFinite(value)) return;
    if (value < this.least) this.least = value;
    if (value > this.most) this.most = value;
    if (value !== Math.floor(value)) this.haveParts = true;
  }
}
