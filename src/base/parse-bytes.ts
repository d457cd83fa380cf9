const UNITS: Readonly<Record<string, number>> = {
  B: 1,
  kB: 1e3,
  MB: 1e6,
  GB: 1e9,
  TB: 1e12,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
  TiB: 2 ** 40,
};

const unitNamed = (name: string) => Object.keys(UNITS).find((unit) => unit.toLowerCase() === name.toLowerCase());

/** The number of bytes in a text such as `4GiB`, `1.5 MB` or `0`, with units in any case, or undefined. */
export function parseBytes(text: string): number | undefined {
  const found = /^(\d+(?:\.\d+)?)\s*([a-z]*)$/i.exec(text.trim());
  if (!found) return undefined;
  const [value, unit] = [Number(found[1]), unitNamed(found[2])];
  if (unit !== undefined) return Math.round(value * UNITS[unit]);
  return value === 0 && found[2] === '' ? 0 : undefined;
}
