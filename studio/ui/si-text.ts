const PREFIXES = ['', 'm', 'µ', 'n', 'p', 'f', 'a'];

/** Units that take a prefix where a value is small. */
const TAKES_PREFIX = new Set(['J', 'W', 's']);

/** A value with its unit as people read it: 451 fJ for 4.51e-13 J. Three digits where there is a prefix, else six. */
export function siText(value: number, unit: string): string {
  const size = Math.abs(value);
  if (!TAKES_PREFIX.has(unit) || size === 0 || size >= 1e-3) return `${Number(value.toPrecision(6))} ${unit}`;
  const digits = Number(value.toPrecision(3));
  const thousands = Math.min(PREFIXES.length - 1, Math.ceil(-Math.log10(Math.abs(digits)) / 3 - 1e-9));
  return `${Number((digits * 1000 ** thousands).toPrecision(3))} ${PREFIXES[thousands]}${unit}`;
}
