import { endingOf, joinWords } from '../../base/text.js';
import { CSV_TRAJECTORY } from './trajectories/csv.js';
import { HELIOS_TRAJECTORY } from './trajectories/helios.js';
import { SBET_TRAJECTORY } from './trajectories/sbet.js';
import { TUM_TRAJECTORY } from './trajectories/tum.js';
import type { TrajectoryFormat } from './trajectory-format.js';

/** Formats in which trajectories are written: the one place that lists them. */
export const TRAJECTORY_OUTPUTS = Object.freeze({
  csv: CSV_TRAJECTORY,
  tum: TUM_TRAJECTORY,
  helios: HELIOS_TRAJECTORY,
  sbet: SBET_TRAJECTORY,
} satisfies Record<string, TrajectoryFormat>);

export type TrajectoryOutputName = keyof typeof TRAJECTORY_OUTPUTS;

const NAMES = Object.keys(TRAJECTORY_OUTPUTS) as TrajectoryOutputName[];

/** The format for a path's ending. */
export const trajectoryOutputOf = (path: string): TrajectoryOutputName | undefined =>
  NAMES.find((name) => TRAJECTORY_OUTPUTS[name].ending === endingOf(path));

/** Endings of all formats, for messages: `.csv, .tum, .txt or .sbet`. */
export const trajectoryEndings = (): string =>
  joinWords(
    NAMES.map((name) => TRAJECTORY_OUTPUTS[name].ending),
    'or',
  );
