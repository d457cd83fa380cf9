import { type SourcePlace, UserError } from '../../base/errors.js';
import type { WithFiles } from '../../base/files/files.js';
import { readChunks } from '../../base/files/read-chunks.js';
import { splitCells } from '../../base/table-cells.js';
import { listNames } from '../../base/text.js';
import { XmlStream } from '../../base/xml/stream-xml.js';
import { LineSplitter } from '../../platform/read/line-splitter.js';
import type { TrafficTrack } from '../motion/traffic-track.js';
import { TrackList, type TrackOptions, type TrafficRow } from './track-list.js';

export interface ReadFcdOptions extends TrackOptions, WithFiles {
  /** Name of the file in messages. */
  name: string;
  /** Told if the file says that its places are longitudes and latitudes. Throws UserError if they cannot be used. */
  onGeographic?(place: SourcePlace): void;
}

/**
 * The tracks of the floating car data that SUMO writes (--fcd-output), as XML or as a table (.csv), which may be
 * compressed by gzip. Only a piece of the file is held at a time. Throws UserError with line and column.
 */
export async function readFcd(path: string, options: ReadFcdOptions): Promise<TrafficTrack[]> {
  const { files, name: file } = options;
  const tracks = new TrackList(file, options);
  const isTable = /\.csv(\.gz)?$/i.test(path);
  const reader = isTable ? tableReader(file, tracks) : xmlReader(file, tracks, options);
  for await (const bytes of readChunks(files, path, { file, what: 'floating car data of SUMO' })) {
    reader.push(bytes);
    if (tracks.isOver) return tracks.finish();
  }
  reader.finish();
  return tracks.finish();
}

interface BytesReader {
  push(bytes: Uint8Array): void;
  finish(): void;
}

const KINDS = ['vehicle', 'person', 'container'] as const;

/** What the comment with SUMO's options says where places are longitudes and latitudes. */
const GEOGRAPHIC = /<fcd-output\.geo\s+value="(true|1)"/;

function xmlReader(file: string, tracks: TrackList, { onGeographic }: ReadFcdOptions): BytesReader {
  return new XmlStream(file, {
    onTag: ({ name, attributes, place }) => {
      if (name === 'timestep') tracks.moment(attributes.time, place);
      const kind = KINDS.find((one) => one === name);
      if (kind !== undefined) tracks.add({ ...attributes, kind }, place);
    },
    onComment: (text) => {
      if (GEOGRAPHIC.test(text)) onGeographic?.({ file });
    },
  });
}

const FIELDS = ['id', 'type', 'x', 'y', 'z', 'angle', 'slope', 'speed'] as const;

/** Tables of SUMO's xml2csv.py and --output.format csv: timestep_time; vehicle_id, person_id, …, in any order. */
function tableReader(file: string, tracks: TrackList): BytesReader {
  let columns: readonly string[] | undefined;
  let separator = ';';
  let latest: string | undefined;
  const lines = new LineSplitter(file, (text, line) => {
    const place = { file, line };
    if (columns === undefined) {
      separator = text.includes(';') ? ';' : ',';
      columns = splitCells(text, separator).map((cell) => cell.trim());
      demandColumns(columns, place);
      return;
    }
    const cells = splitCells(text, separator);
    const cellOf = (...names: string[]): string | undefined => {
      const at = columns?.findIndex((column) => names.includes(column)) ?? -1;
      return cells[at]?.trim() || undefined;
    };
    const time = cellOf('timestep_time', 'time');
    if (time !== latest) tracks.moment(time, place);
    latest = time;
    for (const kind of KINDS) {
      const named = FIELDS.map((field) => [
        field,
        kind === 'vehicle' ? cellOf(`${kind}_${field}`, field) : cellOf(`${kind}_${field}`),
      ]);
      const row: TrafficRow = { ...Object.fromEntries(named), kind };
      if (row.id !== undefined) tracks.add(row, place);
    }
  });
  return lines;
}

function demandColumns(columns: readonly string[], place: SourcePlace): void {
  const has = (...names: string[]) => names.some((name) => columns.includes(name));
  if (has('timestep_time', 'time') && has('id', ...KINDS.map((kind) => `${kind}_id`))) return;
  throw new UserError(
    `found the columns ${listNames(columns)}, expected timestep_time, vehicle_id, vehicle_x, vehicle_y`,
    { place },
  );
}
