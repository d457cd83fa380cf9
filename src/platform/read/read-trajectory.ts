import { UserError } from '../../base/errors.js';
import type { Files, WithFiles } from '../../base/files/files.js';
import { extname } from '../../base/files/paths.js';
import { readChunks } from '../../base/files/read-chunks.js';
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
  for await (const bytes of readChunks(files, path, { file, what: 'a trajectory', isZippedByName: format === 'sbet' }))
    parser.push(bytes);
  return parser.finish();
}

const timesBeside = async (files: Files, path: string, file: string): Promise<string[]> =>
  (await import('./kitti-parser.js')).kittiTimes(files, path, file);

const endings = (): string =>
  Object.keys(ENDINGS)
    .map((ending) => `.${ending}`)
    .join(', ');
