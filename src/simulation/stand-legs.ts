import { type SourcePlace, UserError } from '../base/errors.js';
import { finishInTurns } from '../base/steps.js';
import type { Vec3 } from '../base/vec3.js';
import { length, subtract } from '../base/vec3.js';
import type { GroundSide, Leg, RecordedPath, StationPath, StraightPath } from '../platform/leg.js';
import { groundHeights } from '../scene/ground-heights.js';
import type { HeightGrid, Rectangle } from '../scene/place/height-grid.js';
import type { Scene } from '../scene/scene.js';
import type { Survey } from '../survey/survey.js';

/** The part of a survey that its scene decides. */
type WithLegs = Pick<Survey, 'legs'>;

/** Heights of the ground over an area; throws UserError at `place` if there are too many triangles. */
export type GroundOver = (area: Rectangle, place: SourcePlace) => Promise<Pick<HeightGrid, 'heightAt' | 'lowestAt'>>;

/** Heights of a scene's ground, computed anew for each area. */
export const groundOver =
  (scene: Scene): GroundOver =>
  (area, place) =>
    finishInTurns(groundHeights(scene, area, place));

/**
 * A survey whose legs `on` the ground stand on that of its scene: heights above the ground have become heights in the
 * world. A line takes as long as in plan. Throws UserError for a leg without ground below it.
 */
export const standLegs = <Given extends WithLegs>(survey: Given, scene: Scene): Promise<Given> =>
  standLegsOn(survey, groundOver(scene));

/** Likewise on ground that is known. */
export async function standLegsOn<Given extends WithLegs>(survey: Given, ground: GroundOver): Promise<Given> {
  const standing = survey.legs.filter(({ path }) => groundOf(path) !== undefined);
  if (standing.length === 0) return survey;
  const place = standing[0].place ?? { file: 'survey' };
  const heights = await ground(areaOf(standing), place);
  const legs = survey.legs.map((leg) =>
    standLeg(leg, (x, y, ground) => (ground === 'highest' ? heights.heightAt(x, y) : heights.lowestAt(x, y))),
  );
  return { ...survey, legs };
}

const groundOf = ({ ground }: Leg['path']): GroundSide | undefined =>
  typeof ground === 'object' ? ground.side : ground;

/** Width of the least area of heights, metres. */
const MARGIN = 1;

function areaOf(legs: readonly Leg[]): Rectangle {
  const points = legs.flatMap(({ path }) => endsOf(path));
  const [x, y] = [0, 1].map((axis) => points.map((point) => point[axis]));
  return {
    min: [Math.min(...x) - MARGIN, Math.min(...y) - MARGIN],
    max: [Math.max(...x) + MARGIN, Math.max(...y) + MARGIN],
  };
}

/** The places below which the ground counts. */
function endsOf(path: Leg['path']): (readonly number[])[] {
  if (path.kind === 'station') return [path.position];
  if (path.kind === 'straight') return [path.from, path.to];
  return path.ground === undefined ? [] : [path.ground.at];
}

type Height = (x: number, y: number, ground: GroundSide) => number | undefined;

function standLeg(leg: Leg, height: Height): Leg {
  const { path } = leg;
  const ground = groundOf(path);
  if (ground === undefined) return leg;
  const below = (x: number, y: number): number => {
    const found = height(x, y, ground);
    if (found !== undefined) return found;
    throw new UserError(
      `${leg.name}: found no ground at ${x}, ${y}, expected a surface of class ground or road surface there`,
      {
        place: leg.place,
        hint: 'label it: scene: { labels: [{ match: NAME, class: ground }] }',
      },
    );
  };
  return { ...leg, path: raised(path, below) };
}

/** A path whose heights are those of the world. */
function raised(path: Leg['path'], below: (x: number, y: number) => number): Leg['path'] {
  const raise = ([x, y, z]: Vec3): Vec3 => [x, y, z + below(x, y)];
  switch (path.kind) {
    case 'station':
      return stationOn(path, raise);
    case 'straight':
      return lineOn(path, raise);
    case 'recorded':
      return path.ground === undefined ? path : recordedOn(path, below(...path.ground.at));
  }
}

const stationOn = ({ ground: _, ...path }: StationPath, raise: (point: Vec3) => Vec3): StationPath => ({
  ...path,
  position: raise(path.position),
});

/** The line between the raised ends, in the same time. */
function lineOn({ ground: _, ...path }: StraightPath, raise: (point: Vec3) => Vec3): StraightPath {
  const [from, to] = [raise(path.from), raise(path.to)];
  const longer = length(subtract(to, from)) / length(subtract(path.to, path.from));
  return { ...path, from, to, speed: path.speed * longer };
}

/** The same way, so much higher. */
const recordedOn = ({ kind, trajectory }: RecordedPath, rise: number): RecordedPath => ({
  kind,
  trajectory: {
    ...trajectory,
    positions: trajectory.positions.map((value, k) => (k % 3 === 2 ? value + rise : value)),
  },
});
