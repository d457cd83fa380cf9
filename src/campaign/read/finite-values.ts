import type { ValuePath } from '../../base/yaml/source-document.js';

/**
 * The path within `value` to a number that is NaN or infinite, which JSON could not hold; undefined: all are finite.
 */
export function pathOfInfinite(value: unknown): ValuePath | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : [];
  if (typeof value !== 'object' || value === null) return undefined;
  const isList = Array.isArray(value);
  for (const [key, inner] of Object.entries(value)) {
    const path = pathOfInfinite(inner);
    if (path) return [isList ? Number(key) : key, ...path];
  }
  return undefined;
}
