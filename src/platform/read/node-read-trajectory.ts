import { nodeFiles } from '../../base/files/node-files.js';
import type { Trajectory } from '../leg.js';
import { type ReadTrajectoryOptions as Options, readTrajectory as read } from './read-trajectory.js';

/** Options of `readTrajectory`. */
export type ReadTrajectoryOptions = Partial<Options>;

/**
 * Reads a recorded trajectory from a file on this machine (CSV, SBET, NMEA or HELIOS++), in its own times;
 * `clipTrajectory` shifts them to those of a leg. Times are seconds, positions metres in the world, orientations body
 * to world. Throws UserError, with the line if the format has lines, if the file cannot be read or is not a trajectory.
 *
 * @example
 * ```ts
 * const trajectory = await readTrajectory('flight.csv', { angles: 'deg', projection: { kind: 'utm' } });
 * ```
 */
export const readTrajectory = (path: string, options: ReadTrajectoryOptions = {}): Promise<Trajectory> =>
  read(path, { files: nodeFiles, ...options });
