import { DEGREE } from '../../base/angle.js';
import type { Files } from '../../base/files/files.js';
import type { Log } from '../../base/log.js';
import type { Trajectory } from '../../platform/leg.js';
import type { ProjectionChoice } from '../../platform/map-projection.js';
import { readTrajectory } from '../../platform/read/read-trajectory.js';
import type { TrajectoryOptions } from '../../platform/read/trajectory-parser.js';
import type { TrajectoryDefinition } from './trajectory-schema.js';

/** The recordings that legs name, each read once however many legs use it. */
export class Recordings {
  private readonly files: Files;
  private readonly folder: string;
  private readonly log: Log;
  private readonly read = new Map<string, Promise<Trajectory>>();

  /** Paths are relative to `folder`. */
  constructor(files: Files, folder: string, log: Log) {
    this.files = files;
    this.folder = folder;
    this.log = log;
  }

  /** Passes on a doubt about a recording. */
  warn(message: string): void {
    this.log.warn(message);
  }

  /** The whole recording, in its own times. Throws UserError if the file cannot be read or is not a trajectory. */
  find(definition: TrajectoryDefinition): Promise<Trajectory> {
    const options = readingOptions(definition);
    const key = JSON.stringify([definition.file, options]);
    const found = this.read.get(key);
    if (found !== undefined) return found;
    const reading = readTrajectory(this.files.resolve(this.folder, definition.file), {
      files: this.files,
      ...options,
      name: definition.file,
      log: this.log,
    });
    this.read.set(key, reading);
    return reading;
  }
}

/** The settings of a leg that determine how its file is read. */
function readingOptions(definition: TrajectoryDefinition): TrajectoryOptions {
  const { format, columns, timeUnit, angles, rotation, between, separator, body, wander, maxGap, repeats } = definition;
  const projection = projectionOf(definition.projection);
  const { slopeThreshold: threshold, attitude } = definition;
  const slopes = threshold === undefined ? undefined : { threshold, angles: attitude === 'recorded' };
  const table = { columns, timeUnit, angles, rotation, between, separator, body, slopes };
  return { ...table, format, wander, maxGap, repeats, projection };
}

function projectionOf(choice: TrajectoryDefinition['projection']): ProjectionChoice | undefined {
  if (choice === undefined || choice === 'local') return { kind: 'local' };
  if (choice === 'utm') return { kind: 'utm' };
  if ('utm' in choice) return { kind: 'utm', zone: Number.parseInt(choice.utm, 10), south: choice.utm.endsWith('S') };
  const { latitude, longitude, height } = choice.local;
  return { kind: 'local', origin: { latitude: latitude * DEGREE, longitude: longitude * DEGREE, height } };
}
