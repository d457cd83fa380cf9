import type { SourcePlace } from '../base/errors.js';
import type { Vec3 } from '../base/vec3.js';
import type { ChosenFields } from '../cloud/point-fields.js';
import type { PointColoring } from '../cloud/shading/point-coloring.js';
import type { IntensityScale } from '../cloud/tone-mapping/intensity-scale.js';
import type { Crs } from '../crs/crs.js';
import type { CloudFormatName, PointOutput } from '../io/cloud-formats.js';
import type { DataClass, StrengthScale } from '../io/data-sets/data-set.js';
import type { DataSetName } from '../io/data-sets/data-sets.js';
import type { FrameLayoutName } from '../io/mcap/cloud-layouts.js';
import type { TrajectoryOutputName } from '../io/poses/trajectory-formats.js';
import type { PulseFormatName } from '../io/pulses/pulse-formats.js';
import type { WaveformFormatName } from '../io/waveforms/waveform-formats.js';
import type { Radiometry } from '../material/radiometry.js';
import type { BodyAxes } from '../platform/body-axes.js';
import type { Jitter } from '../platform/jitter.js';
import type { Leg, Mount } from '../platform/leg.js';
import type { Footprint } from '../scanner/footprint.js';
import { firingScanners, type SettableScanner } from '../scanner/leg-scanner.js';
import type { Physics } from '../scanner/physics.js';
import type { Scene } from '../scene/scene.js';
import type { SceneDescription } from '../scene/scene-description.js';
import type { CloudDivision, LegFile } from './leg-files.js';
import type { PoseError } from './pose-error.js';
import type { Restriction } from './restriction.js';

/** A scene, or its description by files and generators. */
export type SurveyScene = SceneDescription | Scene;

/** A survey, read and resolved: catalogue entries, defaults, absolute paths, SI units. */
export interface Survey<Given extends SurveyScene = SurveyScene> {
  name: string;
  /** The survey file, absolute; for one in memory, its name in messages. */
  file: string;
  /** Absolute paths of the files that were read for it, besides its scene; absent: none are known. */
  inputs?: readonly string[];
  seed: number;
  scene: Given;
  /** The scanners on the platform, at least one, with distinct names. */
  instruments: Instrument[];
  legs: Leg[];
  footprint: Footprint;
  /** Conversion of energy to 16-bit intensity. */
  intensity: IntensityScale;
  radiometry: Radiometry;
  /** Absent: that of instruments, PHYSICS.si. */
  physics?: Physics;
  /** Absent: points have no colour. */
  colors?: PointColoring;
  /** Absent: the platform keeps to its path. */
  jitter?: Jitter;
  /** Absent: the platform reports its true pose. */
  poseError?: PoseError;
  restrictions: Restriction[];
  /** Coordinates of the points in `outputs`. */
  coordinates: Coordinates;
  outputs: CloudOutput[];
  frames?: FrameOutput;
  /** The files with the waveforms of all pulses; absent: none. */
  waveforms?: WaveformOutput;
  /** The files with all pulses; absent: none. */
  pulses?: PulseOutput;
  /** The files with the ways of the platform; absent: none. */
  trajectories?: TrajectoryOutput;
  /** Coordinate reference system of the world. */
  crs?: Crs;
  /** Where formulas are written, by their text; absent: there are none, or nobody knows. */
  formulaPlaces?: Readonly<Record<string, SourcePlace>>;
}

/** A scanner on the platform, and its settings in the survey's legs. */
export interface Instrument extends SettableScanner {
  name: string;
  /** Pose of its frame in the platform's, in legs without their own. */
  mount: Mount;
  /** Extinction coefficient of the air at its wavelength, 1/m, one way. */
  extinction: number;
}

/** World, or the frame of the scanner: mount applied, head not turned. */
export type Coordinates = 'world' | 'sensor';

/** A file, with its absolute path, or files of legs, strips or lasers. */
export interface DividedOutput {
  /** With files of legs, strips or lasers the pattern of their paths. */
  path: string;
  /** What a file is for; absent: for all, at `path`. */
  by?: CloudDivision;
  /** The files of the legs, strips or lasers; absent: one at `path`. */
  files?: readonly LegFile[];
  place: SourcePlace;
}

/** A cloud, and the way it is written. */
export interface CloudOutput extends PointOutput, DividedOutput {
  /** Boxes of the objects lie beside it; absent: none. */
  boxes?: true;
}

/** The waveforms of all recorded pulses. */
export interface WaveformOutput extends DividedOutput {
  format: WaveformFormatName;
  /** Standard deviation of the noise of bins in files of text, watts; absent: none. */
  noise?: number;
}

/** All pulses that are fired. */
export interface PulseOutput extends DividedOutput {
  format: PulseFormatName;
}

/** The file with the poses of the platform in all legs in which some scanner fires, or a file for each of them. */
export interface TrajectoryOutput {
  /** Absolute path, or the pattern of the paths of `files`. */
  path: string;
  format: TrajectoryOutputName;
  /** Seconds between two poses. */
  interval: number;
  /** Added to the positions, along the axes of the world, metres; absent: none. */
  offset?: Vec3;
  /** The files of the legs; absent: one at `path`. */
  files?: readonly LegFile[];
  place: SourcePlace;
}

/** The run cut into short clouds, one file each. Every leg of every instrument begins a new one. */
export interface FrameOutput extends ChosenFields {
  /**
   * Pattern of the absolute paths of the files: `%06d` stands for the frame's number, `%s` for the scanner's name; of a
   * recording, for the latter alone.
   */
  pattern: string;
  /**
   * Format of a file for each frame; mcap: all frames are messages of ROS 2 in one recording; data-set: files as `dataSet`
   * says.
   */
  format: CloudFormatName | 'mcap' | 'data-set';
  /** The layout of a data set in which frames are written; absent: they are clouds. */
  dataSet?: DataSetFrames;
  /** Layout of the frames of a recording; absent: points with all attributes. */
  layout?: FrameLayoutName;
  /** Duration in seconds, or a whole turn of the scanner's head or stack. */
  by: 'revolution' | number;
  coordinates: Coordinates;
  /** Axes of the sensor, for sensor coordinates and poses; absent: rfu. */
  axes?: BodyAxes;
  /** Absolute path of the file of poses; `%s` stands for the scanner's name. Absent: none. */
  poses?: string;
  /** Sensor coordinates of all points are those of the frame's start; otherwise each of its own time. */
  deskew: boolean;
  /** One cell for every pulse: a row per laser, a column per shot; empty cells are NaN. */
  organised: boolean;
  place: SourcePlace;
}

/** Frames in a layout that loaders of learning programs read. */
export interface DataSetFrames {
  name: DataSetName;
  /** Absolute path of the folder of the sequence; `%s` stands for the scanner's name. */
  folder: string;
  /** The survey's own classes of semantic names, which come before those of the layout. */
  classes: Readonly<Record<string, DataClass>>;
  /** That of its files. */
  intensity: StrengthScale;
}

/** Whether all points have the amplitudes of their echoes: the receiver of some scanner samples, or echoes are bins. */
export const hasAmplitudes = ({ instruments, physics }: Pick<Survey, 'instruments' | 'physics'>): boolean =>
  physics?.echoes === 'bins' || instruments.flatMap(firingScanners).some(({ sampling }) => sampling !== undefined);

/** Whether points need the amplitudes of their echoes: some output has them. */
export const wantsAmplitudes = (survey: Pick<Survey, 'instruments' | 'outputs' | 'physics'>): boolean =>
  hasAmplitudes(survey) || survey.outputs.some(({ layout }) => layout === 'helios');

/** Whether some output of a survey needs waveforms. */
export const wantsWaveforms = ({ outputs, waveforms }: Pick<Survey, 'outputs' | 'waveforms'>): boolean =>
  waveforms !== undefined || outputs.some((output) => output.waveforms !== undefined);
