import type { SourcePlace } from '../base/errors.js';
import type { PointColoring } from '../cloud/shading/point-coloring.js';
import type { IntensityScale } from '../cloud/tone-mapping/intensity-scale.js';
import type { CloudFormatName, PointOutput } from '../io/cloud-formats.js';
import type { Radiometry } from '../material/radiometry.js';
import type { Leg, Mount } from '../platform/leg.js';
import type { Footprint } from '../scanner/footprint.js';
import type { SettableScanner } from '../scanner/leg-scanner.js';
import type { Scene } from '../scene/scene.js';
import type { SceneDescription } from '../scene/scene-description.js';
import type { PoseError } from './pose-error.js';
import type { Restriction } from './restriction.js';

/** A scene, or how it is made of files and generators. */
export type SurveyScene = SceneDescription | Scene;

/** A survey, read and resolved: catalogue ids looked up, defaults filled in, paths absolute, units SI. */
export interface Survey<Given extends SurveyScene = SurveyScene> {
  name: string;
  /** The survey file, absolute; of one in memory what messages call it. */
  file: string;
  seed: number;
  scene: Given;
  /** The scanners on the platform, at least one, unlike in their names. */
  instruments: Instrument[];
  legs: Leg[];
  footprint: Footprint;
  /** How energy becomes the 16-bit intensity. */
  intensity: IntensityScale;
  radiometry: Radiometry;
  /** Absent: points have no colour. */
  colors?: PointColoring;
  /** Absent: the platform reports where it is. */
  poseError?: PoseError;
  restrictions: Restriction[];
  /** Of the points in `outputs`. */
  coordinates: Coordinates;
  outputs: CloudOutput[];
  frames?: FrameOutput;
  /** WKT of the coordinate reference system, for LAS. */
  wkt?: string;
}

/** A scanner on the platform, and how the survey's legs set it. */
export interface Instrument extends SettableScanner {
  name: string;
  /** Where its frame lies in the platform's, in legs that do not say otherwise. */
  mount: Mount;
  /** Extinction coefficient of the air at its wavelength, 1/m, one way. */
  extinction: number;
}

/** World, or the frame of the scanner: mount applied, head not turned. */
export type Coordinates = 'world' | 'sensor';

/** A cloud's file, its path absolute, and how it is written. */
export interface CloudOutput extends PointOutput {
  place: SourcePlace;
}

/** The run cut into short clouds, one file each. Every leg of every instrument begins a new one. */
export interface FrameOutput {
  /** Where the files go: absolute, `%06d` stands for the frame's number, `%s` for the scanner's name. */
  pattern: string;
  format: CloudFormatName;
  /** Seconds, or a whole turn of the scanner's head or stack. */
  by: 'revolution' | number;
  coordinates: Coordinates;
  /** Sensor coordinates of all points are those of the frame's start, else each of its own time. */
  deskew: boolean;
  /** One place for every pulse: a row a laser, a column a shot; empty places are NaN. */
  organised: boolean;
  place: SourcePlace;
}
