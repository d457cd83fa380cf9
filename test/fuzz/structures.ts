import type { Random } from './mutate.js';

const below = (random: Random, limit: number): number => Math.floor(random() * limit);
const pick = <T>(random: Random, items: readonly T[]): T => items[below(random, items.length)];

/** A number of levels or of repeats: mostly small, sometimes up to `most`. */
export const howMany = (random: Random, most: number): number => Math.floor(most ** random());

/** A whole number of a sign and `most` digits or fewer, perhaps with a point, zeros before it, or an exponent. */
export function longNumber(random: Random, most: number): string {
  const digits = pick(random, ['9', '0', '1', '12345']).repeat(howMany(random, most));
  return pick(random, [
    digits,
    `-${digits}`,
    `0.${digits}`,
    `${digits}.5`,
    `1e${digits}`,
    `1e-${digits}`,
    `0x${digits}`,
  ]);
}

/** `inner` within lists and objects of JSON, `most` deep or less, some of them left open. */
export function nestedJson(random: Random, most: number, inner = '1'): string {
  const [open, close] = pick(random, [
    ['[', ']'],
    ['{"a":', '}'],
    ['[0,', ']'],
    ['[{"a":', '}]'],
  ]);
  const depth = howMany(random, most);
  return open.repeat(depth) + inner + (random() < 0.8 ? close.repeat(depth) : '');
}

/** A YAML text of nested maps and lists, of aliases that repeat each other, or of one record again and again. */
export function yamlStructure(random: Random, most: number): string {
  const count = howMany(random, most);
  return pick(random, [
    () => nestedJson(random, most),
    () => '- '.repeat(count),
    () => '? '.repeat(count),
    () => Array.from({ length: Math.min(count, 300) }, (_, k) => `${' '.repeat(k)}a:`).join('\n'),
    () => aliases(random, Math.min(count, 100)),
    () => `- &a ${'*a '.repeat(count)}`,
    () => '- { position: [0, 0, 1], duration: 0.01 }\n'.repeat(Math.min(count, 3000)),
    () => `# \n`.repeat(count),
    () => `"${'\\n\n'.repeat(count)}"`,
    () => longNumber(random, most),
  ])();
}

/** Each line is a list of the one before it, so that values double or more with each. */
const aliases = (random: Random, count: number): string =>
  ['a0: &a0 [1]', ...Array.from({ length: count }, (_, k) => aliasLine(k, 1 + below(random, 9)))].join('\n');

const aliasLine = (k: number, repeats: number): string =>
  `a${k + 1}: &a${k + 1} [${Array.from({ length: repeats }, () => `*a${k}`).join(', ')}]`;

/** An XML text of nested elements, many attributes, entities or comments. */
export function xmlStructure(random: Random, most: number): string {
  const count = howMany(random, most);
  const content = pick(random, [
    () => '<a>'.repeat(count) + '</a>'.repeat(count),
    () => `<a ${Array.from({ length: count }, (_, k) => `a${k}="1"`).join(' ')}/>`,
    () => '<a/>'.repeat(count),
    () => '&lt;'.repeat(count),
    () => `&#${'0'.repeat(count)}65;`,
    () => '<!-- - -->'.repeat(count),
    () => '<![CDATA[]]]]>'.repeat(count),
    () => `<a b="${'\n'.repeat(count)}"/>`,
    () => `<${'a'.repeat(count)}/>`,
    () => '<a'.repeat(count),
  ])();
  const head = pick(random, ['', '<?xml version="1.0"?>', '<!DOCTYPE a [<!ENTITY b "&c;&c;"> <!ENTITY c "&b;&b;">]>']);
  return `${head}<document>${content}${random() < 0.8 ? '</document>' : ''}`;
}

/** The `nodes` of a glTF document: chains, trees, nodes with two parents, circles. */
export function gltfNodes(random: Random, most: number): object[] {
  const count = 1 + howMany(random, most);
  const child = pick<(k: number) => number[]>(random, [
    (k) => [k + 1],
    (k) => [2 * k + 1, 2 * k + 2],
    (k) => (k === 0 ? Array.from({ length: count - 1 }, (_, n) => n + 1) : []),
    (k) => [(k + 1) % count],
    (k) => [below(random, count), k + 1],
  ]);
  const scale = pick(random, [1, 2, 0, -1, 1e-3]);
  return Array.from({ length: count }, (_, k) => ({
    ...(k === count - 1 ? { mesh: 0 } : { children: child(k).filter((node) => node < count) }),
    scale: [scale, scale, scale],
  }));
}

const varint = (value: number): number[] =>
  value > 127 ? [(value & 127) | 128, ...varint(Math.floor(value / 128))] : [value];

/** A structure of Thrift's compact protocol: random fields, `most` bytes or some more. */
export function thriftStructure(random: Random, most: number, depth = 0): number[] {
  const bytes: number[] = [];
  for (let fields = below(random, 6); fields > 0 && bytes.length < most; fields--) {
    const type = pick(random, [1, 3, 5, 6, 7, 8, 9, 9, 9, 12, 12]);
    bytes.push((1 + below(random, 3)) * 16 + type, ...thriftValue(random, most - bytes.length, type, depth));
  }
  return [...bytes, 0];
}

function thriftValue(random: Random, most: number, type: number, depth: number): number[] {
  if (type === 12) return depth < 40 ? thriftStructure(random, most / 2, depth + 1) : [0];
  if (type === 9) return thriftList(random, most, depth);
  if (type === 8) return [3, 0x61, 0x62, 0x63];
  if (type === 7) return Array.from({ length: 8 }, () => below(random, 256));
  if (type === 3) return [below(random, 256)];
  if (type === 1) return [];
  return random() < 0.9 ? varint(below(random, 2 ** 31)) : [...Array(howMany(random, most)).fill(0xff), 1];
}

/** Some lists announce far more than they have. */
function thriftList(random: Random, most: number, depth: number): number[] {
  const type = pick(random, [1, 5, 6, 8, 9, 12]);
  const said = howMany(random, random() < 0.3 ? 2 ** 28 : 300);
  const bytes = [0xf0 | type, ...varint(said)];
  for (let k = 0; k < Math.min(said, 300) && bytes.length < most && depth < 40; k++)
    for (const byte of thriftValue(random, (most - bytes.length) / 2, type, depth + 1)) bytes.push(byte);
  return bytes;
}
