/**
 * Texts kept at the moment the page is left, when the browser does not wait for the page's own disk. They are few and
 * short, since there is little room for them.
 */

const PREFIX = 'subray text ';
/** Longest text that is kept so; 5 million are all that the browser has for the site. */
const LENGTH_MAX = 2 ** 20;

/** Keeps a text of this name; false: it is too long, or there is no place. */
export function keepAtLeaving(name: string, text: string): boolean {
  try {
    if (text.length > LENGTH_MAX) return false;
    localStorage.setItem(PREFIX + name, text);
    return true;
  } catch {
    return false;
  }
}

/** The text of a name; undefined: none was kept. */
export function textAtLeaving(name: string): string | undefined {
  try {
    return localStorage.getItem(PREFIX + name) ?? undefined;
  } catch {
    return undefined;
  }
}

/** The names of the texts that were kept. */
export function namesAtLeaving(): string[] {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, k) => localStorage.key(k) ?? '');
    return keys.filter((key) => key.startsWith(PREFIX)).map((key) => key.slice(PREFIX.length));
  } catch {
    return [];
  }
}

/** Forgets the text of a name, since the disk has a later one. */
export function dropAtLeaving(name: string): void {
  if (textAtLeaving(name) !== undefined) localStorage.removeItem(PREFIX + name);
}
