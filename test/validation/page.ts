import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { NOT_MODELLED } from './not-modelled.js';
import type { AnyRow, EngineName, Subject } from './row.js';
import { rowsOf } from './row.js';

/** The page that the rows write. */
export const PAGE = resolve(import.meta.dirname, '../../docs/validation.md');

/** Results as printed: by the name of the row, then by engine. */
export type Printed = Map<string, Partial<Record<EngineName, string>>>;

/** Mark of a missing result, and of one that nobody asks for. */
const NOTHING = '–';
const NOT_ASKED = 'as CPU';

const HEAD = `# Validation

Results of subray beside the values that they must have: closed forms, published numbers, statistics of the distribution. \`npm run validation\` measures and writes this page; \`npm test\` measures again, compares each value with the expected one, and fails where a number of this page is no longer what is measured.

CPU and GPU are the two engines (the GPU is SwiftShader, a GPU in software; where it would take too long for what both engines share to the bit, it is not asked). The tolerance is the largest error that passes. Where it follows from a distribution, its number of standard deviations is stated; draws are the same in every run, and so are the results. The last column is the name of the test: \`npm test -- validation -t NAME\`. G1, G2, … name golden numbers that comments of tests refer to.
`;

const COLUMNS = ['quantity', 'unit', 'formula or source', 'expected', 'CPU', 'GPU', 'tolerance', 'test'];

/** The page with these measurements. */
export function pageOf(subjects: readonly Subject[], printed: Printed): string {
  const sections = subjects.map((subject) => {
    const lines = rowsOf(subject).map((row) => line(cellsOf(row, printed.get(row.test) ?? {})));
    return [`## ${subject.title}`, '', subject.about, '', line(COLUMNS), line(COLUMNS.map(() => '---')), ...lines].join(
      '\n',
    );
  });
  return `${[HEAD, ...sections.map((section) => `${section}\n`), notModelled()].join('\n')}`;
}

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

function cellsOf(row: AnyRow, printed: Partial<Record<EngineName, string>>): string[] {
  const { quantity, unit = '', source, expected, decimals, test, only } = row;
  const measured = (['CPU', 'GPU'] as const).map((engine) =>
    only !== undefined && only !== engine ? NOT_ASKED : (printed[engine] ?? NOTHING),
  );
  return [quantity, unit, source, decimal(expected, decimals), ...measured, toleranceOf(row), `\`${test}\``];
}

function toleranceOf({ tolerance, basis }: AnyRow): string {
  const most = `± ${Number(tolerance.toPrecision(2))}`;
  return basis ? `${most} (${basis})` : most;
}

/** A number as the page has it, without a minus before nothing. */
export const decimal = (value: number, decimals: number): string => value.toFixed(decimals).replace(/^-(?=[0.]*$)/, '');

function notModelled(): string {
  const items = NOT_MODELLED.map(({ effect, size, source }) => `- **${effect}.** ${size} *${source}*`);
  return `## Not modelled

What subray leaves out, and the error that this makes. Each number is computed from the formula in \`test/validation/not-modelled.ts\` or taken from the publication named.

${items.join('\n')}
`;
}

/** The present page; empty if there is none. */
export function readPage(): string {
  try {
    return readFileSync(PAGE, 'utf8').replaceAll('\r\n', '\n');
  } catch {
    return '';
  }
}

export const writePage = (text: string): void => writeFileSync(PAGE, text);

/** The measurements that a page shows. */
export function printedIn(page: string): Printed {
  const printed: Printed = new Map();
  for (const [, CPU, GPU, test] of page.matchAll(/ \| ([^|]+) \| ([^|]+) \| ± [^|]+ \| `([^`|]+)` \|$/gm))
    printed.set(test, { CPU, GPU });
  return printed;
}

/** Share of the last printed digit by which machines may differ, half of it from rounding. */
const SAME = 0.6;

/** Whether `text` may stand for `value` on a page. */
export const isPrintOf = (text: string | undefined, value: number, decimals: number): boolean =>
  text !== undefined && text !== NOTHING && Math.abs(Number(text) - value) <= SAME * 10 ** -decimals;
