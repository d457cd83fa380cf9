/**
 * A drawn number with 12 digits: logarithms and powers may differ in their last bit from machine to
 * machine, and a plan must not.
 */
export const rounded = (value: number): number => Number(value.toPrecision(12));
