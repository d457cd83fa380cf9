import { DEGREE, TURN } from '../../base/angle.js';
import { type SourcePlace, UserError } from '../../base/errors.js';
import { multiply, type Quaternion } from '../../base/quaternion.js';
import type { Geoid } from '../../crs/geoid-grid.js';
import {
  createMapProjection,
  type GeographicPoint,
  type MapProjection,
  type ProjectionChoice,
} from '../map-projection.js';
import type { TrajectoryBuilder } from './trajectory-builder.js';
import type { TrajectoryOptions } from './trajectory-parser.js';

/**
 * Converts geographic poses to the world, with heights above the ellipsoid to those above a geoid if there is one, and
 * adds them to a trajectory. The first one may define the place of the world.
 */
export class GeographicBuilder {
  private readonly builder: TrajectoryBuilder;
  private readonly choice: ProjectionChoice;
  private readonly geoid: Geoid | undefined;
  private projection: MapProjection | undefined;

  constructor(
    builder: TrajectoryBuilder,
    { projection = { kind: 'local' }, geoid }: Pick<TrajectoryOptions, 'projection' | 'geoid'>,
  ) {
    this.builder = builder;
    this.choice = projection;
    this.geoid = geoid;
  }

  /** Adds a pose with an attitude relative to east, north and up at its place. Throws UserError at `place`. */
  add(time: number, stated: GeographicPoint, orientation: Quaternion | undefined, place: SourcePlace): void {
    checkPoint(stated, place);
    const point = this.geoid ? { ...stated, height: stated.height - this.geoidAt(stated, place) } : stated;
    this.projection ??= createMapProjection(this.choice, point, place);
    const { position, frame } = this.projection(point, place);
    this.builder.add(time, position, orientation && multiply(frame, orientation), place);
  }

  private geoidAt({ latitude, longitude }: GeographicPoint, place: SourcePlace): number {
    const height = this.geoid?.(longitude / DEGREE, latitude / DEGREE) ?? Number.NaN;
    if (Number.isFinite(height)) return height;
    throw new UserError(
      `found latitude ${latitude / DEGREE}°, longitude ${longitude / DEGREE}°, expected a point within the geoid`,
      { place },
    );
  }
}

function checkPoint({ latitude, longitude, height }: GeographicPoint, place: SourcePlace): void {
  const inRange = Math.abs(latitude) <= Math.PI / 2 && Math.abs(longitude) <= TURN && Number.isFinite(height);
  if (inRange) return;
  throw new UserError(
    `found latitude ${latitude / DEGREE}°, longitude ${longitude / DEGREE}°, height ${height} m, expected a point of the earth`,
    { place, hint: 'check the format of the file, its columns and the unit of its angles' },
  );
}
