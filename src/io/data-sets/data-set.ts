import type { Quaternion } from '../../base/quaternion.js';
import type { Rigid } from '../../base/rigid.js';
import type { Vec3 } from '../../base/vec3.js';
import type { StrengthRange } from '../../cloud/tone-mapping/strengths.js';

/** A class of a data set. */
export interface DataClass {
  name: string;
  /** Its number in files of labels. */
  id: number;
  /** The number in files of labels of its objects while they move; absent: the same. */
  moving?: number;
  /** Its instances are objects, with their own numbers and boxes. Absent: it is stuff, such as a road. */
  isObject?: true;
  /** An object with a single surface of this class belongs to it as a whole: a bicycle with a rider is a bicyclist. */
  prevails?: true;
}

/** The classes of a data set, with the semantic names of scenes that they correspond to. */
export interface ClassTable {
  /** The class of points without one. */
  unlabelled: DataClass;
  /** The class of points that no surface sent back; absent: they have none. */
  outlier?: DataClass;
  classes: readonly DataClass[];
  /** The name of the class of each semantic name of generated scenes. */
  names: Readonly<Record<string, string>>;
  /** Kind of the classes outside the table that a survey's map may name; absent: it may name none. */
  others?: 'objects' | 'stuff';
  /** Files hold only classes of objects, so that other names need none; absent: each point has a class. */
  leavesOut?: true;
}

/** The place of an object in the world. */
export interface WorldBox {
  /** Centre and extents along its own axes, metres. */
  centre: Vec3;
  size: Vec3;
  /** Box to world. */
  orientation: Quaternion;
  /** From the world's x axis, about z, to its front, or to one of two possible ones. */
  heading: number;
  hasFront: boolean;
  /** Velocity of its centre, metres a second, and its turn, radians a second, along the axes of the world. */
  velocity: Vec3;
  angularVelocity: Vec3;
  /** Whether it may move, at this moment or another one. */
  canMove: boolean;
}

/** The upright box around an object, in the sensor's frame. */
export interface FrameBox {
  /** Number of the object in the scene. */
  instance: number;
  /** Its number in files of labels; absent: that in the scene. */
  object?: number;
  /** Name of its class in the data set. */
  className: string;
  centre: Vec3;
  /** Extents along its own x, y and z, metres. */
  size: Vec3;
  /** Angle from the sensor's x axis to that of the box, about z, radians. */
  heading: number;
  /** Points of the object in the frame. */
  points: number;
  /** Whether somebody rides on it. */
  isRidden?: true;
  /** Its place in the world. */
  world: WorldBox;
  /** The same at another moment, in adjusted standard GPS time. */
  worldAt(time: number): WorldBox;
  /** The moment of the box, and those of the first and last point of its object; absent: it has none. */
  time: number;
  firstSeen?: number;
  lastSeen?: number;
  /** Fraction of the pulses with their axis through the box that end before it; null: there are no such pulses. */
  occlusion: number | null;
}

/** The points of a frame, in the sensor's frame at the start of the frame, with the axes of the layout. */
export interface LabelledFrame {
  /** Its number, from 0. */
  frame: number;
  /** The name of its sensor in a layout with `channels`; absent: the scanner is the only one in its folder. */
  channel?: string;
  count: number;
  x: Float64Array;
  y: Float64Array;
  z: Float64Array;
  /** Intensities on the range of the files. */
  strength: Float32Array<ArrayBuffer>;
  /** The laser of each point by elevation, from the lowest. */
  ring: Uint16Array;
  /** 3 a point, 16 bits; absent: points have no colours. */
  rgb?: Uint16Array;
  /** Number of the class of each point in the data set. */
  classes: Int32Array;
  /** Number of the object of each point; 0: no object. */
  objects: Uint32Array;
  /** Sensor to world. */
  pose: Rigid;
  boxes: readonly FrameBox[];
  /** Whether objects of its scene may move, so that files have their velocities. */
  moves?: true;
}

/** A whole file of a data set; its path is below the folder of the sequence. */
export interface DataFile {
  path: string;
  bytes: Uint8Array;
}

/** A frame that has been written. */
export interface WrittenFrame {
  /** Its number among those of its scanner, from 0. */
  frame: number;
  /** As of a labelled frame. */
  channel?: string;
  /** Adjusted standard GPS times, seconds. */
  startTime: number;
  endTime: number;
  /** Sensor to world. */
  pose: Rigid;
  /** Sensor to platform, both with the axes of the layout. */
  mount: Rigid;
  /** Boxes with points. */
  boxes: readonly FrameBox[];
  /** As of a labelled frame. */
  moves?: true;
}

/** A layout of files that loaders of machine-learning programs read. */
export interface DataSetLayout extends ClassTable {
  /** Path of a frame's file of points below the folder of the sequence; %06d is its number, %s its channel. */
  points: string;
  /** Names of the sensors of scanners that share a folder; absent: each scanner has a folder of its own. */
  channels?(scanners: readonly string[]): string[];
  /** Axes of the sensor: rfu, x right, y forward, z up, or flu, x forward, y left, z up. */
  axes: 'rfu' | 'flu';
  /** Ranges of intensities that its programs accept; the first is the default of surveys. */
  intensities: readonly StrengthRange[];
  /** Approximate bytes of a point, for estimates. */
  bytesPerPoint: number;
  /** Time of one core for packing and writing a point, for estimates. */
  nanosecondsPerPoint: number;
  /** The greatest object number that label files hold. */
  objectMax: number;
  /** The files of a frame; the first is that of its points. */
  frameFiles(frame: LabelledFrame): DataFile[];
  /** Paths of the files of the whole sequence. */
  sequencePaths: readonly string[];
  /** The files at `sequencePaths`, in the same order; `classes` are those of the layout and of the survey. */
  sequenceFiles(frames: readonly WrittenFrame[], classes: readonly DataClass[]): DataFile[];
  /** What programs do not take of these frames, in words; absent: they take all. */
  doubts?(frames: readonly WrittenFrame[]): string[];
}

/** The number of a frame in six digits, the form of all these layouts. */
export const frameDigits = (frame: number): string => String(frame).padStart(6, '0');

export const textFile = (path: string, text: string): DataFile => ({ path, bytes: new TextEncoder().encode(text) });

/** x, y, z and intensity of each point, one point after the other. */
export function interleaved({ count, x, y, z, strength }: LabelledFrame): Float32Array<ArrayBuffer> {
  const numbers = new Float32Array(4 * count);
  for (let k = 0; k < count; k++) numbers.set([x[k], y[k], z[k], strength[k]], 4 * k);
  return numbers;
}
