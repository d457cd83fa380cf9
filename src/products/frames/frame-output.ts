import type { SourcePlace } from '../../base/errors.js';
import type { ChosenFields } from '../../cloud/point-fields.js';
import type { StrengthForm } from '../../cloud/tone-mapping/strengths.js';
import type { CloudFormatName } from '../../io/clouds/cloud-formats.js';
import type { DataClass } from '../../io/data-sets/data-set.js';
import type { DataSetName } from '../../io/data-sets/data-sets.js';
import type { FrameLayoutName } from '../../io/mcap/cloud-layouts.js';
import type { Loss } from '../../io/records/point-sink.js';
import type { BodyAxes } from '../../platform/body-axes.js';
import type { Coordinates } from '../../survey/bare-survey.js';

/** Moments of the points of a frame: see `FrameOutput.deskew`. */
export type Deskew = boolean | 'objects';

/** The part of a survey with its frames. */
export interface FrameSection {
  frames?: FrameOutput;
}

/** The run cut into short clouds, one file each. Every leg of every instrument begins a new one. */
export interface FrameOutput extends ChosenFields {
  /**
   * Pattern of the absolute paths of the files: `%06d` stands for the frame's number, `%s` for the scanner's name; of a
   * recording, for the latter alone.
   */
  pattern: string;
  /**
   * Format of a file for each frame; mcap: all frames are messages of ROS 2 in one recording; data-set: files as
   * `dataSet` says; stream: all frames are records on standard output, which is the pattern.
   */
  format: CloudFormatName | 'mcap' | 'data-set' | 'stream';
  /** The layout of a data set in which frames are written; absent: they are clouds. */
  dataSet?: DataSetFrames;
  /** Messages of a recording; absent: frames are none. */
  recording?: RecordedMessages;
  /** Intensities of data sets and recordings; absent: the 16 bits of clouds. */
  strength?: StrengthForm;
  /** Duration in seconds, or a whole turn of the scanner's head or stack. */
  by: 'revolution' | number;
  /** Whether the last frame of a leg is written if it is incomplete; absent: it is. */
  incomplete?: 'drop' | 'keep';
  coordinates: Coordinates;
  /** Axes of the sensor, for sensor coordinates and poses; absent: rfu. */
  axes?: BodyAxes;
  /** The moment of a frame at which boxes are; absent: its start. */
  boxesAt?: BoxMoment;
  /** Clouds have the boxes of objects beside each, whose classes are the survey's own or else those of things. */
  boxes?: Pick<DataSetFrames, 'classes'>;
  /** Absolute path of the file of poses; `%s` stands for the scanner's name. Absent: none. */
  poses?: string;
  /**
   * Sensor coordinates of all points are those of the frame's start; otherwise each of its own time. objects: points of
   * bodies that move, in any coordinates, are also where their body has them at the frame's start.
   */
  deskew: Deskew;
  /** One cell for every pulse: a row per laser, a column per shot; empty cells are NaN. */
  organised: boolean;
  place: SourcePlace;
}

/** Moments of a frame: its start, its middle, or, of each object, the mean time of its points. */
export const BOX_MOMENTS = ['start', 'middle', 'seen'] as const;
export type BoxMoment = (typeof BOX_MOMENTS)[number];

/** The messages of a recording. */
export interface RecordedMessages {
  /** Layout of its frames. */
  layout: FrameLayoutName;
  /** Seconds between two poses of the platform. */
  transforms: number;
  /** Seconds between two measurements of its motion; absent: there are none. */
  imu?: number;
  /** Seconds between two messages of the time; absent: there are none. */
  clock?: number;
  /** Frames have the boxes of objects, whose classes are the survey's own or else those of things; absent: none. */
  boxes?: Pick<DataSetFrames, 'classes'>;
}

/** Frames in a layout that loaders of learning programs read. */
export interface DataSetFrames {
  name: DataSetName;
  /** Absolute path of the folder of the sequence; `%s` stands for the scanner's name. */
  folder: string;
  /** Names of the sensors of scanners that share the folder, by the scanners' names; absent: each has its own. */
  channels?: Readonly<Record<string, string>>;
  /** The survey's own classes of semantic names, which come before those of the layout. */
  classes: Readonly<Record<string, DataClass>>;
}

/** The written frames of one instrument. */
export interface WrittenFrames {
  /** Path with the placeholders of number and name. */
  path: string;
  scanner: string;
  /** Number of frames: of files, or of messages in a recording. */
  files: number;
  points: number;
  bytes: number;
  /** Legs whose last frame was incomplete and left out; absent: none. */
  dropped?: number;
  /** What programs do not take of them; absent: nothing. */
  doubts?: string[];
  /** Values that they do not hold as given; absent: none. */
  losses?: Loss[];
}
