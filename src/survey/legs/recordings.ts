import type { Files } from '../../base/files/files.js';
import type { Log } from '../../base/log.js';
import type { Crs } from '../../crs/crs.js';
import type { Geoid } from '../../crs/geoid-grid.js';
import type { Trajectory } from '../../platform/leg.js';
import { readTrajectory } from '../../platform/read/read-trajectory.js';
import type { TrajectoryOptions } from '../../platform/read/trajectory-parser.js';
import { NO_GEOID, readGeoid, recordingProjection } from './recording-place.js';
import type { TrajectoryDefinition } from './trajectory-schema.js';

/** The recordings that legs name, each read once however many legs use it. */
export class Recordings {
  private readonly files: Files;
  private readonly folder: string;
  private readonly log: Log;
  private readonly crs: Crs | undefined;
  private readonly read = new Map<string, Promise<Trajectory>>();
  private readonly geoids = new Map<string, Promise<Geoid>>();

  /** Paths are relative to `folder`; `crs` is the survey's. */
  constructor(files: Files, folder: string, log: Log, crs?: Crs) {
    this.files = files;
    this.folder = folder;
    this.log = log;
    this.crs = crs;
  }

  /** Passes on a doubt about a recording. */
  warn(message: string): void {
    this.log.warn(message);
  }

  /** The whole recording, in its own times. Throws UserError if the file cannot be read or is not a trajectory. */
  find(definition: TrajectoryDefinition): Promise<Trajectory> {
    const options = readingOptions(definition);
    const { file, projection, geoid } = definition;
    const key = JSON.stringify([file, options, projection, geoid]);
    const found = this.read.get(key);
    if (found !== undefined) return found;
    const reading = this.readWith(definition, options);
    this.read.set(key, reading);
    return reading;
  }

  private async readWith(definition: TrajectoryDefinition, options: TrajectoryOptions): Promise<Trajectory> {
    const { file, geoid } = definition;
    const projection = await recordingProjection(definition, this.crs, this.log);
    return readTrajectory(this.files.resolve(this.folder, file), {
      files: this.files,
      ...options,
      projection,
      geoid: geoid === undefined || geoid === NO_GEOID ? undefined : await this.geoid(geoid),
      name: file,
      inStretches: true,
      log: this.log,
    });
  }

  private geoid(path: string): Promise<Geoid> {
    const found = this.geoids.get(path) ?? readGeoid(this.files, this.files.resolve(this.folder, path), path, this.log);
    this.geoids.set(path, found);
    return found;
  }
}

/** The settings of a leg that determine how its file is read, but for where its places lie. */
function readingOptions(definition: TrajectoryDefinition): TrajectoryOptions {
  const { format, columns, timeUnit, angles, rotation, between, separator, body, wander, maxGap, repeats } = definition;
  const { slopeThreshold: threshold, attitude } = definition;
  const slopes = threshold === undefined ? undefined : { threshold, angles: attitude === 'recorded' };
  const table = { columns, timeUnit, angles, rotation, between, separator, body, slopes };
  return { ...table, format, wander, maxGap, repeats };
}
