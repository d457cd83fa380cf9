import { SCANNER_NAME, SCANNER_NAME_EXPECTED } from 'subray/browser';

/** Fault of a name for scanner number `index` of those with `names`; undefined: none. An empty one means the id. */
export function faultOfName(name: string, index: number, names: readonly (string | undefined)[]): string | undefined {
  if (name === '') return undefined;
  const found = `Found ${JSON.stringify(name)}, expected`;
  if (!SCANNER_NAME.test(name)) return `${found} ${SCANNER_NAME_EXPECTED}`;
  const isTaken = names.some((other, k) => k !== index && other === name);
  return isTaken ? `${found} a name that no other scanner has` : undefined;
}
