import { scannerNames } from 'subray/browser';

/** The name that a scanner with an id gets beside others: the id, or with the first number from 2 that is free, `livox-avia-2`. */
export function freshScannerName(id: string, names: readonly (string | undefined)[]): string {
  const others = names.flatMap((name) => (name === undefined ? [] : [{ name, id: name }]));
  return scannerNames([...others, { id }], () => {})[others.length];
}

/** Whether a name is that which a scanner with an id gets beside others of its kind. */
export const isCounted = (name: string, id: string): boolean =>
  name.startsWith(`${id}-`) && /^\d+$/.test(name.slice(id.length + 1));
