import { isPlainMap } from '../plain-value.js';
import type { WrittenLeg } from './legs.js';

/** True if a scanner, by its name, fires in a leg. */
export function firesIn({ scanner, scanners }: WrittenLeg, name: string): boolean {
  const settings = isPlainMap(scanners) ? scanners[name] : scanner;
  return !isPlainMap(settings) || settings.active !== false;
}
