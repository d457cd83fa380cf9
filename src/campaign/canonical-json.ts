/**
 * JSON text of a value that is the same whatever the order of its keys: the JSON Canonicalization Scheme (RFC 8785),
 * whose numbers and texts are those of JSON.stringify. Entries that are undefined are left out.
 *
 * @example
 * ```ts
 * canonicalJson({ b: 1, a: [true] }); // {"a":[true],"b":1}
 * ```
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    // By UTF-16 units, as the RFC wants and as texts compare.
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonicalJson(inner)}`).join(',')}}`;
}
