import { formatPlace, type SourcePlace } from '../../base/errors.js';
import type { Files } from '../../base/files/files.js';
import type { Log } from '../../base/log.js';
import { type Fault, throwFaults } from '../../base/yaml/faults.js';
import type { Physics, PhysicsName } from '../../scanner/physics.js';
import type { OutputWishes, PartMotions } from '../survey-format.js';
import type { AssetLibrary } from './asset-library.js';
import type { QuirkNotes } from './quirk-notes.js';

/** A HELIOS++ survey being read: its files, and its faults so far. */
export interface HeliosReading {
  files: Files;
  library: AssetLibrary;
  log: Log;
  physics: PhysicsName;
  /** Model of a hit's energy; absent: that of the kind of physics. */
  energy?: Physics['energy'];
  /** Angles at which surfaces reflect; absent: those of the kind of physics. */
  incidence?: Physics['incidence'];
  /** Whether parts that move jump from update to update, or move on between them. */
  dmotion: PartMotions;
  /** Moment of the first pulse, ISO 8601; absent: that of surveys without one. */
  startTime?: string;
  /** Instead of the survey's seed; once the survey is read, its own or this one. Absent: SEED_DEFAULT counts. */
  seed?: number;
  /** The files to write. */
  outputs: OutputWishes;
  /** Whether things that HELIOS++ silently ignores are left out with a warning, instead of being faults. */
  lenient: boolean;
  faults: Fault[];
  quirks: QuirkNotes;
  /** Names that were reported as unknown; each is named once. */
  unknown: Set<string>;
}

/** Notes a fault at `place`. */
export const noteAt = ({ faults }: HeliosReading, place: SourcePlace, message: string): void => {
  faults.push({ place, message });
};

/** Notes a fault, or warns of it if the reading is lenient, as HELIOS++ would go on. */
export function noteOrWarn(reading: HeliosReading, place: SourcePlace, message: string, instead: string): void {
  if (reading.lenient) reading.log.warn(`${showPlace(place)}: ${message}; ${instead}`);
  else noteAt(reading, place, message);
}

/** Throws one UserError for all faults that were noted, each once; does nothing without any. */
export function throwNoted({ faults }: HeliosReading): void {
  const distinct = new Map(faults.map((fault) => [`${formatPlace(fault.place)}: ${fault.message}`, fault]));
  throwFaults([...distinct.values()]);
}

/** `file:line` */
export const showPlace = ({ file, line }: SourcePlace): string => (line === undefined ? file : `${file}:${line}`);
