import { UserError } from '../base/errors.js';
import { utcOfGpsTime } from '../io/units/gps-time.js';
import { GPS_ADJUSTMENT } from '../io/units/gps-week.js';
import type { OutputWishes, SurveyFormatOptions } from '../survey/survey-format.js';
import type { HeliosRequest } from './context.js';
import { positiveNumber } from './options.js';

/** Meaning of an option of `helios`. */
interface Meaning {
  /** Words of our own command line. */
  words?: string[];
  /** Reading options of the survey. */
  reading?: Pick<SurveyFormatOptions, 'startTime' | 'without' | 'incidence'>;
  outputs?: OutputWishes;
  /** Reason why nothing need be done. */
  note?: string;
  /** The request that is not met. */
  warning?: string;
}

/** An option of the program `helios`. */
interface HeliosOption {
  /** In lower case, with its dashes. */
  names: readonly string[];
  /** Number of values that follow it; absent: none. */
  values?: number;
  /** Throws UserError for a value that it cannot take. */
  means(value: string): Meaning;
}

const flag = (names: string, meaning: Meaning): HeliosOption => ({ names: names.split(' '), means: () => meaning });
const valued = (names: string, means: (value: string) => Meaning): HeliosOption => ({
  names: names.split(' '),
  values: 1,
  means,
});

const TREE = 'the search tree of the scene is built in one way';
const CHUNKS = 'work is divided among the threads without it';
const CACHE = 'search trees are kept by the content of the scene, and .scene files neither read nor written';

/** Every option of `helios`: its meaning here, or the reason why it has none. */
export const HELIOS_OPTIONS: readonly HeliosOption[] = [
  valued('--output', (value) => ({ words: ['--out', value] })),
  valued('--assets', (value) => ({ words: ['--assets', value] })),
  valued('--seed', (value) => ({ words: ['--seed', value] })),
  valued('-j --njobs --nthreads', (value) => ({ words: value === '0' ? [] : ['--threads', value] })),
  flag('-q --quiet --silent', { words: ['--quiet'] }),
  valued('--gpsstarttime', (value) => ({ reading: { startTime: startTimeOf(value) } })),
  flag('--lasoutput', { outputs: { las: true } }),
  flag('--las10', { outputs: { las: true }, warning: '--las10: LAS 1.4 is written, not 1.0' }),
  flag('--zipoutput', { outputs: { zip: true } }),
  valued('--lasscale', (value) => ({ outputs: { scale: positiveNumber('lasScale', value, { min: 1e-9, max: 1e3 }) } })),
  flag('--writepulse', { outputs: { pulses: true } }),
  flag('--writewaveform', { outputs: { waveforms: true } }),
  flag('--calcechowidth', { note: '--calcEchowidth: points have the widths of their echoes without it' }),
  flag('--fullwavenoise', { outputs: { waveformNoise: true } }),
  flag('--fixedincidenceangle', { reading: { incidence: 'perpendicular' } }),
  flag('--splitbychannel', { outputs: { channels: true } }),
  flag('--legacyenergymodel', { note: '--legacyEnergyModel: that model is taken unless --energy names another' }),
  flag('--disableplatformnoise', { reading: { without: { platformNoise: true } } }),
  flag('--disablelegnoise', { reading: { without: { legOffsets: true } } }),
  flag('--rebuildscene', { note: `--rebuildScene: ${CACHE}` }),
  flag('--noscenewriting', { note: `--noSceneWriting: ${CACHE}` }),
  valued('--parallelization', () => ({ note: `--parallelization: ${CHUNKS}` })),
  valued('--chunksize', () => ({ note: `--chunkSize: ${CHUNKS}` })),
  valued('--warehousefactor', () => ({ note: `--warehouseFactor: ${CHUNKS}` })),
  valued('--kdt', () => ({ note: `--kdt: ${TREE}` })),
  valued('--kdtjobs', () => ({ note: `--kdtJobs: ${TREE}` })),
  valued('--kdtgeomjobs', () => ({ note: `--kdtGeomJobs: ${TREE}` })),
  valued('--sahnodes', () => ({ note: `--sahNodes: ${TREE}` })),
  flag('--logfile', { note: '--logFile: messages go to standard error; 2> FILE keeps them' }),
  flag('--logfileonly', { note: '--logFileOnly: messages go to standard error; 2> FILE keeps them' }),
  flag('-v -vt -v2 -vv', { note: '-v: warnings are shown in any case; --profile reports the time of each stage' }),
  {
    names: ['--unzip'],
    values: 2,
    means: () => {
      throw new UserError('--unzip: .bin files of HELIOS++ are not read', { hint: 'helios itself unpacks them' });
    },
  },
  flag('--test', { note: '--test: it tests helios; subray doctor looks at this machine' }),
  valued('--testdir', () => ({ note: '--testDir: it tests helios; subray doctor looks at this machine' })),
];

/**
 * The words of a command line with the options of `helios`, by names in any case, turned into ours, and the requests
 * that these cannot express. Options that are also ours mean the same. Throws UserError for values that are missing or
 * wrong.
 */
export function takeHeliosOptions(words: readonly string[]): { words: string[]; request: HeliosRequest } {
  const taken: string[] = [];
  const request: HeliosRequest = { reading: {}, outputs: {}, notes: [], warnings: [] };
  for (let k = 0; k < words.length; k++) {
    const [, name = words[k], attached] = /^(--?[^=]+)=(.*)$/s.exec(words[k]) ?? [];
    const option = HELIOS_OPTIONS.find(({ names }) => names.includes(name.toLowerCase()));
    if (option === undefined) {
      taken.push(words[k]);
      continue;
    }
    const value = attached ?? words[k + 1] ?? '';
    const own = attached === undefined ? (option.values ?? 0) : 0;
    if (k + own >= words.length) throw new UserError(`${name} needs a value`);
    k += own;
    add(request, taken, option.means(value));
  }
  return { words: taken, request };
}

function add(request: HeliosRequest, taken: string[], { words = [], reading, outputs, note, warning }: Meaning): void {
  taken.push(...words);
  const without = { ...request.reading.without, ...reading?.without };
  Object.assign(request.reading, reading, Object.keys(without).length > 0 && { without });
  Object.assign(request.outputs, outputs);
  if (note !== undefined) request.notes.push(note);
  if (warning !== undefined) request.warnings.push(warning);
}

/** POSIX seconds of the moment from which HELIOS++ counts GPS time, 27 s beside the true one since 2017. */
const HELIOS_EPOCH = 315_964_809;
/** Later ones have no date of four digits. */
const POSIX_MAX = 253_402_300_799;

/**
 * The moment, ISO 8601, whose seconds of the GPS week are those that HELIOS++ writes for a start time: POSIX seconds,
 * or `YYYY-MM-DD hh:mm:ss` in UTC. Undefined for an empty one. Throws UserError for others.
 */
function startTimeOf(text: string): string | undefined {
  if (text.trim() === '') return undefined;
  const posix = posixOf(text.trim());
  if (!(posix >= HELIOS_EPOCH && posix <= POSIX_MAX))
    throw new UserError(
      `--gpsStartTime: found "${text}", expected seconds since 1970, or a date since 1980 as YYYY-MM-DD hh:mm:ss (UTC)`,
    );
  return new Date(utcOfGpsTime(posix - HELIOS_EPOCH - GPS_ADJUSTMENT)).toISOString();
}

function posixOf(text: string): number {
  if (/^\d{1,12}$/.test(text)) return Number(text);
  const [, day, time] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/.exec(text) ?? [];
  return day === undefined ? Number.NaN : Date.parse(`${day}T${time}Z`) / 1000;
}
