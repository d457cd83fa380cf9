import type { z } from 'zod';
import type { SourcePlace } from '../base/errors.js';
import type { Files, OutputSet } from '../base/files/files.js';
import type { Box3 } from '../base/vec3.js';
import type { Fault } from '../base/yaml/faults.js';
import type { IntensityScale } from '../cloud/tone-mapping/intensity-scale.js';
import type { Crs } from '../crs/crs.js';
import type { BlockCoders } from '../io/records/blocks.js';
import type { CloudHeader } from '../io/records/point-sink.js';
import type { Scene } from '../scene/scene.js';
import type { BareSurvey } from '../survey/bare-survey.js';
import type { Reading } from '../survey/resolve/reading.js';
import type { FrameOutput, WrittenFrames } from './frames/frame-output.js';
import type { MadePiece } from './made-piece.js';
import type { Flown } from './resolve-leg-files.js';

/** A product of a run, in files. `Sections` are the parts of a survey that decide about it. */
export interface Product<Sections extends object> {
  /** The files that it writes, each under a name; none: the survey has no such product. */
  files(survey: BareSurvey & Sections): ProductFile[];
  /** Folders of further files, which are too many to list; absent: none. */
  folders?(survey: BareSurvey & Sections): string[];
  /** Faults that show before anything is computed, other than files in the way of `files`; absent: none. */
  faults?(survey: BareSurvey & Sections, check: FileCheck): Fault[] | Promise<Fault[]>;
  /** Faults that only the scene shows; absent: none. */
  sceneFaults?(survey: BareSurvey & Sections, scene: Scene): Fault[];
  /** Doubts about it in this scene; absent: none. */
  sceneWarnings?(survey: BareSurvey & Sections, scene: Scene): string[];
  /** Whether its points have classes; absent: it has none. */
  classes?(survey: Sections): boolean;
  /** Data that a run makes for it besides points; absent: none. */
  needs?(survey: Sections): Need[];
  /** Bytes of its files, an estimate. */
  bytes(survey: BareSurvey & Sections, counts: RunCounts): number;
  /** Seconds of one core for its files, an estimate; absent: they take no time worth a word. */
  seconds?(survey: BareSurvey & Sections, counts: RunCounts): number;
  /** Files of an older run that would stay among those of this one; absent: none. */
  olderFiles?(survey: BareSurvey & Sections, files: Files): Promise<string[]>;
  /** Begins its files; undefined: there are none to begin. Absent: another product writes them. Throws UserError. */
  open?(survey: BareSurvey & Sections, run: ProductRun): Promise<ProductSink | undefined>;
  /** A warning of other programs' files among the written ones; undefined: there are none. */
  strayFiles?(survey: BareSurvey & Sections, files: Files): Promise<string | undefined>;
}

/**
 * A product with a key of its own in surveys. Its `Own` sections follow from the value; it may look at other
 * `Sections`, too. `Report` is its part of the report of a run.
 */
export interface NamedProduct<
  Key extends string,
  Schema extends z.ZodType,
  Own extends object,
  Report extends object,
  Sections extends Own = Own,
> extends Product<Sections> {
  key: Key;
  schema: Schema;
  /** The sections of a survey that does not have the key. */
  none: Own;
  /** The sections of a survey with `given` under the key. Notes faults. */
  resolve(reading: Reading, given: z.output<Schema>, context: ProductContext): Own | Promise<Own>;
  /** Notes contradictions with the rest of the survey; absent: there can be none. */
  checkWithRest?(
    reading: Reading,
    given: z.output<Schema>,
    survey: Omit<BareSurvey, 'file' | 'scene'> & Sections,
  ): void;
  /** Place of the survey's request; undefined: there is none. */
  placeOf(survey: Own): SourcePlace | undefined;
  /** Its rows in the description of a survey: a name and the files. */
  describe(survey: Sections): [name: string, text: string][];
  /** The same as JSON: its part of an object. */
  json(survey: Sections): object;
  /** Counts of its files, one by one. */
  written(report: Report): WrittenCount[];
}

/** Context in which products are resolved: legs and scanners, their system, and the folder for relative paths. */
export interface ProductContext extends Flown {
  folder: string;
  /** The reference system of the world, if the survey names one that is sound. */
  crs?: Crs;
  /** The scale of intensities that the survey chooses; absent: none. */
  scale?: IntensityScale['kind'];
}

/** A file that a survey writes under one name. */
export interface ProductFile {
  /** In messages: the `output` of output "a.las". */
  noun: string;
  path: string;
  place: SourcePlace;
}

/** Context of the checks of files before a run. */
export interface FileCheck {
  files: Files;
  /** Paths, with all links followed, of the files that the survey reads, and of those of all products. */
  taken: ReadonlySet<string>;
  force: boolean;
  /** Whether some file cannot be written. */
  areRefused: boolean;
}

/**
 * Data that a run makes for products besides points: waveforms, amplitudes, pulses, counts of the points of objects.
 */
export type Need =
  | 'waveforms'
  | 'amplitudes'
  /** Amplitudes and reflectances in decibels, and deviations of pulses. */
  | 'decibels'
  | 'true positions'
  /** The ground below points. */
  | 'ground'
  /** The bodies whose surfaces points lie on, and their motions. */
  | 'bodies'
  | 'velocities'
  | 'radial velocities'
  | 'pulses'
  | 'objects'
  /** The list of the pulses that points are of. */
  | 'pulse list';

/** The size of a run. */
export interface RunCounts {
  /** Points of each scanner. */
  points: readonly number[];
  /** Pulses of all. */
  pulses: number;
  /** Bytes of a point in each cloud; absent: those of its format, about. */
  pointBytes?: readonly number[];
  /** Absent: not read yet, and facts that only it shows are left out. */
  scene?: Scene;
}

/** Points of all scanners. */
export const pointsIn = ({ points }: Pick<RunCounts, 'points'>): number =>
  points.reduce((sum, count) => sum + count, 0);

/** The headers of a survey's clouds, without their optional attributes, and of its frames. */
export interface PointHeaders {
  clouds: CloudHeader;
  /** Box of the clouds that keep misses; absent: none does. */
  missBounds?: Box3;
  frames?: CloudHeader;
}

/** A run whose products are written. */
export interface ProductRun {
  scene: Scene;
  /** The files of the run, which appear together. */
  files: OutputSet;
  /** Threads that pack points in blocks. */
  coders: BlockCoders;
  headers: PointHeaders;
  /** Begins frames, whose files follow the poses of the run's scanners. */
  openFrames(frames: FrameOutput): Promise<ProductSink<{ frames: WrittenFrames[] }>>;
}

/** The files of a product while a run writes them. */
export interface ProductSink<Report extends object = object> {
  /** Adds the next piece of a leg; absent: all was written at the beginning, or is at the end. */
  write?(piece: MadePiece): Promise<void>;
  /** Completes all files; they get their names with those of other products. */
  finish(): Promise<Report>;
  /** Removes the data written so far. */
  abort(): Promise<void>;
}

/** A file that was written, or several of one pattern. */
export interface WrittenCount {
  path: string;
  /** Its content: so many of `noun`. */
  count: number;
  noun: string;
  bytes: number;
}
