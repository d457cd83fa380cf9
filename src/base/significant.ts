/** A number with so many significant digits, as people write it: 1380 and 0.25, not 1.38e+3. */
export const significant = (value: number, digits: number): string => String(Number(value.toPrecision(digits)));
