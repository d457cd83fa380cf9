import { DEGREE, TURN } from '../../base/angle.js';
import { type SourcePlace, UserError } from '../../base/errors.js';
import { multiply, type Quaternion } from '../../base/quaternion.js';
import {
  createMapProjection,
  type GeographicPoint,
  type MapProjection,
  type ProjectionChoice,
} from '../map-projection.js';
import type { TrajectoryBuilder } from './trajectory-builder.js';

/**
 * Converts geographic poses to the world, and adds them to a trajectory. The first one may define the place of the
 * world.
 */
export class GeographicBuilder {
  private readonly builder: TrajectoryBuilder;
  private readonly choice: ProjectionChoice;
  private projection: MapProjection | undefined;

  constructor(builder: TrajectoryBuilder, choice: ProjectionChoice = { kind: 'local' }) {
    this.builder = builder;
    this.choice = choice;
  }

  /** Adds a pose with an attitude relative to east, north and up at its place. Throws UserError at `place`. */
  add(time: number, point: GeographicPoint, orientation: Quaternion | undefined, place: SourcePlace): void {
    checkPoint(point, place);
    this.projection ??= createMapProjection(this.choice, point);
    const { position, frame } = this.projection(point, place);
    this.builder.add(time, position, orientation && multiply(frame, orientation), place);
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
