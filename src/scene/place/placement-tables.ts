import type { Files } from '../../base/files/files.js';
import type { Log } from '../../base/log.js';
import { finishInTurns } from '../../base/steps.js';
import { counted } from '../../base/text.js';
import { didYouMean } from '../../base/yaml/check-document.js';
import { quoteText } from '../../base/yaml/faults.js';
import type { PlacementFacts, Placements, ScenePart } from '../scene-description.js';
import { type PlacementRow, parsePlacements, readPlacementTable } from './csv-placement.js';
import { warnOfShared } from './object-number.js';

/** Options of reading tables. */
interface TableOptions {
  files: Files;
  log: Log;
  signal?: AbortSignal;
}

/** A table, and the names of the parts that have taken their rows of it. */
interface OpenTable {
  rows: readonly PlacementRow[];
  takers: Set<string>;
}

/** The tables of places of a scene, each read once; a table with a column `part` serves several parts. */
export class PlacementTables {
  private readonly options: TableOptions;
  /** Columns that any part with a table wants to stay unread, by its path. */
  private readonly ignored = new Map<string, readonly string[]>();
  private readonly tables = new Map<string, OpenTable>();

  constructor(parts: readonly ScenePart[], options: TableOptions) {
    this.options = options;
    for (const { placement } of parts)
      if (placement.kind === 'csv')
        this.ignored.set(placement.path, [...(this.ignored.get(placement.path) ?? []), ...(placement.ignore ?? [])]);
  }

  /** The placements of a part: all rows of its table, or those that name it. Throws UserError for a faulty table. */
  async of(part: ScenePart, path: string): Promise<Placements> {
    const table = await this.open(path);
    const names = namesOf(part);
    for (const name of names) table.takers.add(name);
    const rows = table.rows.filter((row) => row.part === undefined || names.includes(row.part.toLowerCase()));
    if (rows.length === 0)
      this.options.log.warn(`${path}: the table holds no instance, so that part ${part.name} is empty`);
    const facts = rows.map(({ instance, semantic }): PlacementFacts => ({ instance, semantic }));
    const isPlain = facts.every(({ instance, semantic }) => instance === undefined && semantic === undefined);
    return { transforms: rows.map(({ transform }) => transform), ...(!isPlain && { facts }) };
  }

  /** Warns of rows that no part has taken. */
  warnOfUntaken(): void {
    for (const [path, { rows, takers }] of this.tables) {
      const untaken = new Map<string, number>();
      for (const { part } of rows)
        if (part !== undefined && !takers.has(part.toLowerCase())) untaken.set(part, (untaken.get(part) ?? 0) + 1);
      for (const [name, count] of [...untaken].slice(0, UNTAKEN_LISTED)) {
        const whose = name === '' ? 'without a part' : `of ${quoteText(name)}, which is no part with this table`;
        const near = didYouMean(name, [...takers]);
        this.options.log.warn(`${path}: left out ${counted(count, 'row')} ${whose}${near}`);
      }
      const more = untaken.size - UNTAKEN_LISTED;
      if (more > 0) this.options.log.warn(`${path}: left out rows of ${more} more names`);
    }
  }

  private async open(path: string): Promise<OpenTable> {
    const known = this.tables.get(path);
    if (known) return known;
    const { files, log, signal } = this.options;
    const text = await readPlacementTable(files, path);
    const ignore = this.ignored.get(path);
    const table = {
      rows: await finishInTurns(parsePlacements(text, path, { ignore, log }), signal),
      takers: new Set<string>(),
    };
    this.tables.set(path, table);
    warnOfShared(path, table.rows, log);
    return table;
  }
}

const UNTAKEN_LISTED = 5;

/** The names by which rows know a part: its own, and that of its model file with and without the ending. */
function namesOf({ name, source }: ScenePart): string[] {
  if (source.kind === 'generated') return [name.toLowerCase()];
  const file = source.path.slice(Math.max(source.path.lastIndexOf('/'), source.path.lastIndexOf('\\')) + 1);
  return [...new Set([name, file, file.replace(/\..*$/, '')].map((one) => one.toLowerCase()))];
}
