import { nodeFiles } from '../../base/files/node-files.js';
import type { Trajectory } from '../leg.js';
import { type ReadTrajectoryOptions as Options, readTrajectory as read } from './read-trajectory.js';

export type ReadTrajectoryOptions = Partial<Options>;

/** `readTrajectory` of a file on this machine. */
export const readTrajectory = (path: string, options: ReadTrajectoryOptions = {}): Promise<Trajectory> =>
  read(path, { files: nodeFiles, ...options });
