import type { SourcePlace } from '../base/errors.js';
import type { PointColoring } from '../cloud/shading/point-coloring.js';
import type { IntensityScale } from '../cloud/tone-mapping/intensity-scale.js';
import type { Crs } from '../crs/crs.js';
import type { Radiometry } from '../material/radiometry.js';
import type { Jitter } from '../platform/jitter.js';
import type { Leg, Mount } from '../platform/leg.js';
import { hasLines } from '../scanner/deflectors/index.js';
import type { Footprint } from '../scanner/footprint.js';
import { firingScanners, type SettableScanner } from '../scanner/leg-scanner.js';
import type { Physics } from '../scanner/physics.js';
import type { Scene } from '../scene/scene.js';
import type { SceneDescription } from '../scene/scene-description.js';
import type { PoseError } from './pose-error.js';
import type { Restriction } from './restriction.js';

/** A scene, or its description by files and generators. */
export type SurveyScene = SceneDescription | Scene;

/** A survey without its products, read and resolved: catalogue entries, defaults, absolute paths, SI units. */
export interface BareSurvey<Given extends SurveyScene = SurveyScene> {
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
  /** Coordinates of the points of clouds. */
  coordinates: Coordinates;
  /** Coordinate reference system of the world. */
  crs?: Crs;
  /** Places of formulas, by their text; absent: there are none, or they are unknown. */
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

/** Whether some scanner scans lines, whose direction and edges its points tell. */
export const scansLines = ({ instruments }: Pick<BareSurvey, 'instruments'>): boolean =>
  instruments.flatMap(firingScanners).some(({ deflector }) => hasLines(deflector));

/** Whether all points have the amplitudes of their echoes: the receiver of some scanner samples, or echoes are bins. */
export const hasAmplitudes = ({ instruments, physics }: Pick<BareSurvey, 'instruments' | 'physics'>): boolean =>
  physics?.echoes === 'bins' || instruments.flatMap(firingScanners).some(({ sampling }) => sampling !== undefined);
