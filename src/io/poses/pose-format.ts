import type { Rigid } from '../../base/rigid.js';

/** The pose of a sensor at the start of a frame. */
export interface FramePose {
  /** Number of the frame, from 0. */
  frame: number;
  /** Start and end of the frame, adjusted standard GPS time. */
  startTime: number;
  endTime: number;
  /** Sensor to world. */
  pose: Rigid;
}

/** A text file to be written. */
export interface PoseText {
  path: string;
  text: string;
}

/** A format of files of poses. */
export interface PoseFormat {
  /** Ending of its paths, with the dot, in lower case. */
  ending: string;
  /** Approximate size, for estimates. */
  bytesPerPose: number;
  /** The files of a series, the first one at `path`. */
  files(path: string, poses: readonly FramePose[]): PoseText[];
  /** Paths of the files of a series at `path`. */
  paths(path: string): string[];
}

/** Numbers in a line, written exactly. */
export const numbersLine = (numbers: readonly number[], separator = ' '): string => `${numbers.join(separator)}\n`;
