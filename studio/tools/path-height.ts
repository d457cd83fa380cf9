import type { SmoothOptions } from 'subray/browser';
import { addPathPoints, legAt, type Point, pointsOf, setPointHeights, titleOf } from '../document/edits/index.js';
import { GROUND_TOLERANCE } from '../state/legs/path-settings.js';
import type { HeightProfile } from '../state/legs/profile.js';
import type { Studio } from '../state/studio.js';
import { extent } from '../ui/axis.js';

/** Height of a path above the ground, metres. */
export interface HeightOfPath {
  /** Lowest and highest of its points. */
  low: number;
  high: number;
  /** Number of its points without ground below them. */
  groundless: number;
  /** By how much it is higher or lower than its lowest point at most. */
  off: number;
}

/** Heights of the points of the chosen path; undefined: not known yet, or no ground below any of them. */
export function pathHeight(points: readonly Point[], heights: HeightProfile): HeightOfPath | undefined {
  if (!isOf(heights, points)) return undefined;
  const above = points.map(([, , z], k) => z - heights.pointGround[k]);
  const [low, high] = extent(above);
  if (low > high) return undefined;
  const [lowest, highest] = extent(heights.platform.map((z, k) => z - heights.ground[k]));
  const groundless = above.filter(Number.isNaN).length;
  return { low, high, groundless, off: Math.max(low - lowest, highest - low) };
}

/** Sets the height of all points of a path above the ground. Points without ground below stay, with a warning. */
export function setPathHeight(studio: Studio, index: number, height: number): void {
  const heights = studio.profile.heights.value;
  const points = pointsOf(legAt(studio.document.survey, index));
  if (!heights || !points || !isOf(heights, points)) return;
  const to = [...heights.pointGround].map((z) => (Number.isFinite(z) ? z + height : undefined));
  studio.edit((text) => setPointHeights(text, index, to));
  const missing = to.filter((z) => z === undefined).length;
  if (missing > 0)
    studio.messages.warn(`${missing} of ${to.length} points: no ground is below, so they stay where they are.`);
}

/** Adds points to a path so that it stays at a height above the ground between those that it has. */
export async function followGround(studio: Studio, index: number, height: number): Promise<void> {
  const leg = legAt(studio.document.survey, index);
  const points = pointsOf(leg);
  if (!points) return;
  const before = studio.text.value;
  const legTitle = titleOf(studio.document.survey, index);
  // As for a path that is drawn, by code that only this needs.
  const { overGround, wordsOfBarePath } = await import('./over-ground.js');
  const found = await overGround(studio, points, height, leg.smooth as SmoothOptions | undefined);
  const path = found.points;
  const bare = wordsOfBarePath(found);
  if (bare) studio.messages.warn(bare, 'ground');
  if (path === points && !bare)
    studio.messages.report(`${legTitle} is at this height within ${GROUND_TOLERANCE} m already.`);
  else if (path === points) return;
  else if (studio.text.value !== before)
    studio.messages.report(`The survey changed meanwhile: ${legTitle} is as it was.`);
  else studio.edit((text) => addPathPoints(text, index, path));
}

/** True if the profile is of these points, whatever their heights. */
const isOf = (heights: HeightProfile, points: readonly Point[]): boolean =>
  heights.points.length === points.length &&
  points.every(([x, y], k) => x === heights.points[k][0] && y === heights.points[k][1]);
