import type { Files } from '../base/files/files.js';
import type { TextFile } from '../base/files/with-texts.js';
import type { Log } from '../base/log.js';
import type { SourceDocument } from '../base/yaml/source-document.js';
import type { Physics, PhysicsName } from '../scanner/physics.js';

/** Options for reading a survey in another program's format. */
export interface SurveyFormatOptions {
  log?: Log;
  /** Folders in which the survey's files are searched; absent: those of the format. */
  assets?: readonly string[];
  /** The kind of physics that it is read for; absent: that of the format. */
  physics?: PhysicsName;
  /** Whether things that the other program silently ignores are left out with a warning, instead of being faults. */
  lenient?: boolean;
  /** Model of a hit's energy; absent: that of the kind of physics. */
  energy?: Physics['energy'];
  /** Angles at which surfaces reflect; absent: those of the kind of physics. */
  incidence?: Physics['incidence'];
  /** How parts move that the other program moves from step to step; absent: by these steps. */
  dmotion?: PartMotions;
  /** Moment of the first pulse, ISO 8601 with time zone; absent: that of surveys without one. */
  startTime?: string;
  /**
   * Instead of the survey's seed, also of random numbers that are drawn as it is read: a whole number, 0 to SEED_MAX.
   */
  seed?: number;
  /** Errors that the survey states and that are left out. */
  without?: { platformNoise?: boolean; legOffsets?: boolean };
  /** The files to write; absent: one LAS file. */
  outputs?: OutputWishes;
}

/** Parts jump from step to step, as the other program moves them, or go on between steps at constant rates. */
export type PartMotions = 'steps' | 'continuous';

/** The files that another program would write of a survey. */
export interface OutputWishes {
  /** Folder for a file of each leg or strip, laid out as the other program does; absent: one cloud for all. */
  folder?: string;
  /** Whether clouds of legs are LAS, and not text. */
  las?: boolean;
  /** Whether clouds of legs are divided by the channels of a scanner that has several. */
  channels?: boolean;
  /** Smallest step of a coordinate in LAS files, metres. */
  scale?: number;
  /** Whether every pulse that is fired is written, too. */
  pulses?: boolean;
  /** Whether the waveforms of pulses with returns are written, too. */
  waveforms?: boolean;
  /** Whether these have the noise of that program. */
  waveformNoise?: boolean;
  /** Whether LAS files are compressed. */
  zip?: boolean;
}

/** A survey as its format reads it. */
export interface SurveyDocument extends SourceDocument {
  /** Files in its folder that it names, and that exist nowhere but here. */
  files?: readonly TextFile[];
}

/** Everything that the rest of the program knows about a format of survey files. */
export interface SurveyFormat {
  /** Its name in messages. */
  title: string;
  /** Endings of its paths, with the dot, in lower case. */
  endings: readonly [string, ...string[]];
  /**
   * Reads the survey in `file`, in the keys and units of docs/survey.md, with the place of every value for messages.
   * Paths in it are absolute or relative to its folder. Checks only the syntax: keys, types and limits are checked by
   * the schema. Loads its code on first use. Throws UserError if the file cannot be read or is not well formed.
   */
  read(files: Files, file: string, options: SurveyFormatOptions): Promise<SurveyDocument>;
}
