import { isPlainMap } from '../plain-value.js';

/** The name of a part: its own, or that of its file, platform or kind; of no map, its value. Empty: it has none. */
export function partName(part: unknown): string {
  if (!isPlainMap(part)) return typeof part === 'string' || typeof part === 'number' ? String(part) : '';
  if (typeof part.name === 'string') return part.name;
  if (typeof part.file === 'string')
    return part.file.replace(/^.*[/\\]/, '').replace(/(?<=.)(\.city)?\.[^.]*(\.gz)?$/i, '');
  if (typeof part.carrier === 'string') return part.carrier;
  return isPlainMap(part.generate) ? String(part.generate.kind ?? '') : '';
}
