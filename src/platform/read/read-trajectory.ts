import { UserError } from '../../base/errors.js';
import { describeSystemError, errorCode } from '../../base/files/file-error.js';
import type { Files, InputFile, WithFiles } from '../../base/files/files.js';
import { gunzip, isGzip, mostBytesIn } from '../../base/files/gunzip.js';
import { extname } from '../../base/files/paths.js';
import { quoteText } from '../../base/yaml/faults.js';
import type { Trajectory } from '../leg.js';
import type { TrajectoryOptions, TrajectoryParser, TrajectorySource } from './trajectory-parser.js';

type Parser = new (file: string, options: TrajectoryOptions) => TrajectoryParser;

/** The parser of each format, loaded when a file has it: most surveys have no such file. */
const FORMATS: Readonly<Record<TrajectorySource, () => Promise<Parser>>> = {
  csv: async () => (await import('./csv-parser.js')).CsvParser,
  sbet: async () => (await import('./sbet-parser.js')).SbetParser,
  nmea: async () => (await import('./nmea-parser.js')).NmeaParser,
  helios: async () => (await import('./helios-parser.js')).HeliosParser,
  kitti: async () => (await import('./kitti-parser.js')).KittiParser,
};

const ENDINGS: Readonly<Record<string, TrajectorySource>> = {
  csv: 'csv',
  txt: 'csv',
  tsv: 'csv',
  tum: 'csv',
  sbet: 'sbet',
  out: 'sbet',
  nmea: 'nmea',
  trj: 'helios',
};

/** The format for a path's ending. */
export function trajectoryFormatOf(path: string): TrajectorySource | undefined {
  return ENDINGS[extname(withoutGz(path)).slice(1).toLowerCase()];
}

const GZ = /\.gz$/i;
const withoutGz = (path: string): string => path.replace(GZ, '');

export interface ReadTrajectoryOptions extends TrajectoryOptions, WithFiles {
  /** Name of the file in messages; absent: its path. */
  name?: string;
}

/**
 * Reads the trajectory in the file `path`, in its own times; `clipTrajectory` shifts them to those of a leg. Only a
 * piece of the file is held at a time, which may be compressed by gzip; each pose takes 64 bytes. Throws UserError,
 * with the line if the format has lines, if the file cannot be read or is not a trajectory.
 */
export async function readTrajectory(path: string, options: ReadTrajectoryOptions): Promise<Trajectory> {
  const { files, name: file = path } = options;
  const format = options.format ?? trajectoryFormatOf(path);
  if (format === undefined)
    throw new UserError(`found the ending ${quoteText(extname(path))}, expected ${endings()}`, {
      place: { file },
      hint: `format: ${Object.keys(FORMATS).join(' | ')} sets the format`,
    });
  const Parser = await FORMATS[format]();
  const times = format === 'kitti' ? await timesBeside(files, path, file) : undefined;
  const parser = new Parser(file, { ...options, times });
  for await (const bytes of chunksOf(files, path, file, format)) parser.push(bytes);
  return parser.finish();
}

const timesBeside = async (files: Files, path: string, file: string): Promise<string[]> =>
  (await import('./kitti-parser.js')).kittiTimes(files, path, file);

const endings = (): string =>
  Object.keys(ENDINGS)
    .map((ending) => `.${ending}`)
    .join(', ');

/** Bytes read at once. */
const CHUNK_BYTES = 1 << 16;

/**
 * The bytes of a regular file, decompressed where gzip has compressed it; each chunk is valid until the next one.
 * Binary formats may begin with any bytes, so of them the name decides.
 */
async function* chunksOf(
  files: Files,
  path: string,
  file: string,
  format: TrajectorySource,
): AsyncGenerator<Uint8Array> {
  let opened: InputFile | undefined;
  try {
    opened = await files.open(path);
    if (opened.info.kind !== 'file')
      throw new UserError('found no regular file, expected a trajectory', { place: { file } });
    const rest = storedChunks(opened);
    const first = await rest.next();
    if (first.done) return;
    const isZipped = isGzip(first.value) && (format !== 'sbet' || GZ.test(path));
    const stored = joined(first.value, rest);
    yield* isZipped ? gunzip(stored, file, mostBytesIn(opened.info.size)) : stored;
  } catch (error) {
    if (error instanceof UserError || errorCode(error) === undefined) throw error;
    throw new UserError(`cannot read the file: ${describeSystemError(error)}`, { place: { file }, cause: error });
  } finally {
    await opened?.close();
  }
}

async function* storedChunks(opened: InputFile): AsyncGenerator<Uint8Array> {
  const chunk = new Uint8Array(CHUNK_BYTES);
  for (let at = 0, count = CHUNK_BYTES; count === CHUNK_BYTES; at += count) {
    count = await opened.read(chunk, at);
    yield chunk.subarray(0, count);
  }
}

async function* joined(first: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  yield* rest;
}
