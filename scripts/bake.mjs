// Values that the build computes once, as text of generated modules.
import { isDeepStrictEqual } from 'node:util';

/** The value of `file`, checked by `schema`; throws with every fault. */
export function checked(schema, value, file) {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  throw new Error(
    [file, ...error.issues.map(({ path, message }) => `  ${path.join('.')}: expected ${message}`)].join('\n'),
  );
}

/**
 * A string literal with the JSON of `value`, which an engine reads faster than the value itself. Throws if JSON would
 * lose part of it.
 */
export function jsonLiteral(value, file) {
  const json = JSON.stringify(value);
  if (!isDeepStrictEqual(JSON.parse(json), value)) throw new Error(`${file}: JSON cannot hold what is made of it`);
  return `'${json
    .replaceAll('\\', '\\\\')
    .replaceAll("'", "\\'")
    .replace(/[\u2028\u2029]/g, escaped)}'`;
}

const escaped = (character) => `\\u${character.charCodeAt(0).toString(16)}`;
