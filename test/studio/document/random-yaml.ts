/** Data and YAML texts of it in layouts as people write them, at random. */

/** A number from 0 to 1. */
export type Draw = () => number;

export const pick = <Item>(draw: Draw, of: readonly Item[]): Item => of[Math.floor(draw() * of.length)];
export const upTo = (draw: Draw, most: number): number => Math.floor(draw() * (most + 1));

const WORDS = [
  'name',
  'legs',
  'position',
  'speed',
  'scene',
  'a key',
  'true',
  '7',
  'on',
  'x:y',
  'é',
  '#',
  '- z',
  'null',
];
const TEXTS = [
  ...[
    'tripod',
    'riegl-vz-400',
    'high vegetation',
    'oak*',
    '1',
    'true',
    'null',
    '~',
    '',
    ' ',
    'a: b',
    'a #b',
    '- a',
    '[x]',
    'x,y',
  ],
  ...[
    "it's",
    'say "hi"',
    'EPSG:25832',
    '2024-06-01T12:00:00Z',
    '1e5',
    '0x1F',
    '.5',
    '.inf',
    'yes',
    '%06d.pcd',
    'a%06d.pcd',
    '&a',
  ],
  ...[
    '*a',
    '!x',
    '|',
    '>',
    '@',
    '`',
    'one\ntwo',
    'one\n\n  two\n',
    '\ttab',
    'end ',
    'ü–ß',
    '𝛼',
    'a\u2028b',
    '---',
    '...',
    '?',
    ':',
    'a:',
    '{',
  ],
];

export function randomScalar(draw: Draw): unknown {
  const kind = draw();
  if (kind < 0.4) return pick(draw, [0, 1, -15, 2.5, 1e-7, 9007199254740991, -0.001, 12.125, 1e21]);
  if (kind < 0.85) return pick(draw, TEXTS);
  return pick(draw, [true, false, null]);
}

export function randomValue(draw: Draw, depth = 3): unknown {
  const kind = depth === 0 ? 0 : draw();
  if (kind < 0.45) return randomScalar(draw);
  if (kind < 0.72) return Array.from({ length: upTo(draw, 4) }, () => randomValue(draw, depth - 1));
  return randomMap(draw, depth);
}

export function randomMap(draw: Draw, depth: number, least = 0): Record<string, unknown> {
  const keys = WORDS.filter(() => draw() < 0.3);
  if (keys.length < least) keys.push('name');
  return Object.fromEntries([...new Set(keys)].map((key) => [key, randomValue(draw, depth - 1)]));
}

/** A text of a map; its comments are `#c0`, `#c1`, …. */
export function randomText(draw: Draw, map: Record<string, unknown>): string {
  const writer = new Writer(draw);
  const isFlow = draw() < 0.15;
  const lines = isFlow ? [writer.flow(map, 0) + writer.trailing()] : writer.block(map, 0);
  const text =
    [...writer.above(0), ...lines].join('\n') + (draw() < 0.8 ? '\n' : '') + (draw() < 0.2 ? '\n# end\n' : '');
  const broken = draw() < 0.2 ? text.replaceAll('\n', '\r\n') : text;
  return draw() < 0.1 ? `\uFEFF${broken}` : broken;
}

class Writer {
  private comments = 0;
  private readonly draw: Draw;
  private readonly step: number;
  private readonly listStep: number;
  private readonly commentRate: number;

  constructor(draw: Draw) {
    this.draw = draw;
    this.step = pick(draw, [2, 2, 4, 3]);
    this.listStep = pick(draw, [this.step, 0]);
    this.commentRate = pick(draw, [0, 0.15, 0.4]);
  }

  private comment(): string {
    return `#c${this.comments++}`;
  }

  trailing(): string {
    if (this.draw() < 0.05) return pick(this.draw, [' ', '\t', '  \t']);
    return this.draw() < this.commentRate ? pick(this.draw, [' ', '   ', '\t']) + this.comment() : '';
  }

  /** Blank lines and comments before an entry. */
  above(column: number): string[] {
    const lines: string[] = [];
    while (this.draw() < this.commentRate / 2)
      lines.push(this.draw() < 0.3 ? '' : ' '.repeat(this.draw() < 0.8 ? column : upTo(this.draw, 6)) + this.comment());
    return lines;
  }

  block(value: unknown, column: number): string[] {
    return Array.isArray(value) ? this.items(value, column) : this.pairs(value as Record<string, unknown>, column);
  }

  private pairs(map: Record<string, unknown>, column: number): string[] {
    return Object.entries(map).flatMap(([key, value], k) => {
      const above = k > 0 ? this.above(column) : [];
      const head = `${' '.repeat(column)}${this.key(key)}:`;
      return [
        ...above,
        ...this.value(head, value, column, column + (Array.isArray(value) ? this.listStep : this.step)),
      ];
    });
  }

  private items(list: readonly unknown[], column: number): string[] {
    return list.flatMap((item, k) => {
      const above = k > 0 ? this.above(column) : [];
      const head = `${' '.repeat(column)}-`;
      if (!isFull(item) || this.draw() < 0.5) return [...above, ...this.value(head, item, column, column + 2)];
      const gap = pick(this.draw, [1, 1, 3]);
      const lines = this.block(item, column + 1 + gap);
      return [...above, head + ' '.repeat(gap) + lines[0].trimStart(), ...lines.slice(1)];
    });
  }

  /** A value behind its colon or dash: beside it, or in the lines below, indented by `inner`. */
  private value(head: string, value: unknown, column: number, inner: number): string[] {
    if (isFull(value) && this.draw() < 0.6)
      return [head + this.trailing(), ...this.above(inner), ...this.block(value, inner)];
    if (typeof value === 'string' && /^\S.*\n/.test(value) && this.draw() < 0.6)
      return this.literal(head, value, column + 2);
    if (value === null && this.draw() < 0.5) return [head + this.trailing()];
    const written =
      isFull(value) || Array.isArray(value) || isMap(value) ? this.flow(value, column + 1) : this.scalar(value);
    return [`${head} ${written}${this.trailing()}`];
  }

  private literal(head: string, value: string, column: number): string[] {
    const lines = value.replace(/\n$/, '').split('\n');
    const body = lines.map((line) => (line === '' ? '' : ' '.repeat(column) + line));
    return [`${head} ${value.endsWith('\n') ? '|' : '|-'}${this.trailing()}`, ...body];
  }

  flow(value: unknown, column: number): string {
    if (!Array.isArray(value) && !isMap(value)) return this.scalar(value);
    const entries = Array.isArray(value)
      ? value.map((item) => this.flow(item, column + 2))
      : Object.entries(value).map(([key, item]) => `${this.key(key)}: ${this.flow(item, column + 2)}`);
    const [open, close] = Array.isArray(value) ? '[]' : '{}';
    const pad = pick(this.draw, ['', ' ']);
    const comma = entries.length > 0 && this.draw() < 0.1 ? ',' : '';
    if (this.draw() < 0.7 || entries.length === 0)
      return open + pad + entries.join(pick(this.draw, [', ', ',  '])) + comma + pad + close;
    const indent = ' '.repeat(column + 2);
    const lines = entries.map(
      (entry, k) => `${indent}${entry}${k < entries.length - 1 ? ',' : comma}${this.trailing()}`,
    );
    return [open + this.trailing(), ...lines, ' '.repeat(column + 1) + close].join('\n');
  }

  private key(key: string): string {
    return /^[a-zé][a-zé ]*$/.test(key) && !['true', 'on', 'null'].includes(key) && this.draw() < 0.8
      ? key
      : this.quoted(key);
  }

  private quoted(text: string): string {
    return /^[ -~é]*$/.test(text) && this.draw() < 0.5 ? `'${text.replaceAll("'", "''")}'` : JSON.stringify(text);
  }

  private scalar(value: unknown): string {
    if (typeof value !== 'string') return value === null ? pick(this.draw, ['null', '~']) : String(value);
    return /^[a-z][a-z0-9-]*$/.test(value) && !['true', 'null', 'yes'].includes(value) && this.draw() < 0.7
      ? value
      : this.quoted(value);
  }
}

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isFull = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;
