/** Longest path by which a file may be added, in characters, and longest name in it, in bytes, as in file systems. */
const PATH_MAX = 500;
const NAME_BYTES_MAX = 255;

/** Characters of a name that is cited. */
const CITED = 60;

/** Characters that Windows refuses in names, and control characters. */
const FORBIDDEN = /[\\:*?"<>|\p{Cc}]/gu;

/**
 * Reason why no file can be added by this path, with advice; undefined: its names are valid everywhere and lead down.
 * The sentence begins with the path as it is.
 */
export function faultOfSourceName(path: string): string | undefined {
  if (path.split('/').some((name) => name.trim() === ''))
    return `${path}: this is no path of a file below the survey's folder; name it as in models/house.obj`;
  const found = path
    .split('/')
    .map(faultOfName)
    .find((fault) => fault !== undefined);
  if (found !== undefined) return `${cited(path)}: ${found}`;
  if (path.length > PATH_MAX)
    return (
      `${cited(path)}: the path has ${path.length} characters, at most ${PATH_MAX} are possible; ` +
      'shorten the names of its folders'
    );
  return undefined;
}

function faultOfName(name: string): string | undefined {
  const refused = [...new Set(name.match(FORBIDDEN) ?? [])].map(nameOf);
  if (refused.length > 0)
    return `the name of a file may not contain ${[...new Set(refused)].join(' or ')}; rename the file`;
  if (name.startsWith('.')) return 'the name of a file or a folder may not begin with a dot; rename it';
  if (/[.\s]$/.test(name)) return 'the name of a file or a folder may not end with a dot or a space; rename it';
  const bytes = Buffer.byteLength(name);
  if (bytes > NAME_BYTES_MAX)
    return `the name takes ${bytes} bytes, at most ${NAME_BYTES_MAX} are possible; give the file a shorter name`;
  return undefined;
}

/** A character as a sentence names it. */
const nameOf = (character: string): string => (/\p{Cc}/u.test(character) ? 'a control character' : character);

/** A path in a sentence: of a long one, its beginning. */
const cited = (path: string): string => (path.length > 2 * CITED ? `${path.slice(0, CITED)}…` : path);
