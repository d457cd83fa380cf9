/** Maximum number of characters kept of a text with markup; references of a few papers are shorter. */
const MARKED_LENGTH_MAX = 4000;
/** Maximum number of characters kept on one line. */
export const LINE_LENGTH_MAX = 1500;

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': ' ',
  '&quot;': '"',
};

/** An attribute in quotes may hold the character that ends a tag. */
const QUOTED = /"[^"]{0,500}"|'[^']{0,500}'/.source;
const LINK = new RegExp(`<a\\s((?:[^<>"']|${QUOTED}){0,500})>((?:(?!<a\\s)[\\s\\S]){0,500}?)</a>`, 'gi');
const TAG = new RegExp(`</?[a-z](?:[^<>"']|${QUOTED}){0,300}>|</?[a-z][^<>]{0,300}>`, 'gi');
const ATTRIBUTE = /([\w-]{1,50})\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/g;

/**
 * The text of `marked` as one line without HTML or Markdown markup; for a link, its words and the DOI if it leads to a
 * publication. Lists are joined; values that are not text become empty.
 */
export function plainText(marked: unknown): string {
  const source = Array.isArray(marked) ? marked.map(plainText).join(' ') : typeof marked === 'string' ? marked : '';
  const text = source
    .slice(0, MARKED_LENGTH_MAX)
    .replace(LINK, (_link, attributes: string, words: string) => linkText(targetOf(attributes), words))
    .replace(/\[([^[\]]{0,500})\]\(((?:[^()\s]|\([^()\s]{0,100}\)){0,300})\)/g, (_link, words, target) =>
      linkText(target, words),
    )
    .replace(TAG, ' ')
    .replace(/[*_]{1,2}([^*_\n]{1,300})[*_]{1,2}/g, '$1')
    .replace(/&(?:amp|lt|gt|nbsp|quot);/g, (entity) => ENTITIES[entity])
    .replace(/\s+(?=[.,;:)])/g, '');
  return oneLine(text);
}

/** `text` on one line, without control characters, truncated if it is very long. */
export function oneLine(text: string): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return line.length > LINE_LENGTH_MAX ? `${line.slice(0, LINE_LENGTH_MAX).trimEnd()}…` : line;
}

/** The address in a link's attributes, in either quotes or none, regardless of the other attributes. */
function targetOf(attributes: string): string {
  for (const [, name, double, single, bare] of attributes.matchAll(ATTRIBUTE))
    if (name.toLowerCase() === 'href') return (double ?? single ?? bare).replaceAll('&amp;', '&');
  return '';
}

function linkText(target: string, words: string): string {
  const doi = /doi\.org\/(.+)$/i.exec(target)?.[1];
  return doi === undefined ? words : `${words} doi:${doi}`;
}
