import type { SourcePlace } from '../base/errors.js';
import { finishInTurns } from '../base/steps.js';
import { type GroundHeightAt, groundArea, groundSideOf, standPath } from '../platform/stand-path.js';
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
  const standing = survey.legs.filter(({ path }) => groundSideOf(path) !== undefined);
  if (standing.length === 0) return survey;
  const place = standing[0].place ?? { file: 'survey' };
  const heights = await ground(groundArea(standing.map(({ path }) => path)), place);
  const below: GroundHeightAt = (x, y, side) => (side === 'highest' ? heights.heightAt(x, y) : heights.lowestAt(x, y));
  const legs = survey.legs.map((leg) => (standing.includes(leg) ? { ...leg, path: standPath(leg, below) } : leg));
  return { ...survey, legs };
}
