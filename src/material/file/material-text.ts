import { UserError } from '../../base/errors.js';
import { checkDocument } from '../../base/yaml/check-document.js';
import { YAML_BYTES_MAX } from '../../base/yaml/read-text.js';
import { parseYaml } from '../../base/yaml/yaml-document.js';
import { materialSchema } from './material-schema.js';

/** Content of a material file: texts, numbers, lists of numbers, maps of these. Undefined values are left out. */
export type MaterialContent =
  | string
  | number
  | readonly number[]
  | { readonly [key: string]: MaterialContent | undefined };

const LINE_LENGTH = 120;

/** The text of the material file at `path`. Throws UserError, with the places in it, if it could not be read back. */
export function materialFileText(
  path: string,
  content: { readonly [key: string]: MaterialContent | undefined },
  comments: readonly string[],
): string {
  const text = materialText(content, comments);
  const { length } = new TextEncoder().encode(text);
  if (length > YAML_BYTES_MAX)
    throw new UserError(`found ${length} bytes to write, expected ${YAML_BYTES_MAX} at most`, {
      place: { file: path },
    });
  checkDocument(materialSchema, parseYaml(text, path));
  return text;
}

/** `content` as YAML, after `comments` of one line each. Lists of numbers are wrapped at 120 characters. */
function materialText(
  content: { readonly [key: string]: MaterialContent | undefined },
  comments: readonly string[],
): string {
  const head = comments.map((comment) => `# ${comment.replace(/\s+/g, ' ')}`);
  return `${[...head, ...mapLines(content, '')].join('\n')}\n`;
}

function mapLines(map: { readonly [key: string]: MaterialContent | undefined }, indent: string): string[] {
  return Object.entries(map).flatMap(([key, value]) => {
    if (value === undefined) return [];
    if (typeof value === 'number') return [`${indent}${key}: ${value}`];
    // JSON texts are valid YAML.
    if (typeof value === 'string') return [`${indent}${key}: ${PLAIN.test(value) ? value : JSON.stringify(value)}`];
    if (isNumbers(value)) return listLines(`${indent}${key}: [`, value, `${indent}  `);
    return [`${indent}${key}:`, ...mapLines(value, `${indent}  `)];
  });
}

const isNumbers = (value: MaterialContent): value is readonly number[] => Array.isArray(value);

/** Texts that need no quotes in any reader. */
const PLAIN = /^(?!(?:true|false|null|yes|no|on|off)$)[a-z][\w -]*\w$/i;

function listLines(start: string, numbers: readonly number[], indent: string): string[] {
  const lines = [start];
  for (const [index, number] of numbers.entries()) {
    const item = `${number}${index + 1 < numbers.length ? ',' : ']'}`;
    const line = lines[lines.length - 1];
    const gap = line === start ? '' : ' ';
    if (line.length + gap.length + item.length <= LINE_LENGTH) lines[lines.length - 1] = `${line}${gap}${item}`;
    else lines.push(`${indent}${item}`);
  }
  return lines;
}
