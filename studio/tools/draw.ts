import type { Point } from '../document/edits/index.js';
import type { Sketch } from '../state/pointer/sketch.js';
import type { Studio } from '../state/studio.js';
import { reportNothing } from './report-nothing.js';
import type { ToolContext } from './tool.js';

/** Pixels within which a click means a point that is there already. */
const NEAR = 10;

/** Adds the place under the pointer to the sketch. Returns the number of an existing point if that was clicked. */
export function addToSketch({ studio, place, at }: ToolContext, kind: Sketch['kind']): number | undefined {
  const points = studio.sketch.value?.kind === kind ? studio.sketch.value.points : [];
  const known = points.findIndex((point) => isNear(studio, point, at));
  if (known >= 0) return known;
  if (!place) reportNothing(studio, 'surface');
  else studio.sketch.value = { kind, points: [...points, toMillimetres(place.position)] };
  return undefined;
}

/** A place as texts have it. */
const toMillimetres = (place: Point): Point => place.map((value) => Math.round(value * 1000) / 1000) as never;

function isNear({ view }: Studio, point: Point, at: { x: number; y: number }): boolean {
  const mark = view?.eye.project(point);
  return mark !== undefined && Math.hypot(mark.x - at.x, mark.y - at.y) < NEAR;
}

/** Takes the last point of what is drawn back. */
export function takeBack(studio: Studio): void {
  const { sketch } = studio;
  if (!sketch.value) return;
  const points = sketch.value.points.slice(0, -1);
  sketch.value = points.length > 0 ? { ...sketch.value, points } : undefined;
}

/** Gives up what is drawn. */
export function giveUp(studio: Studio): void {
  studio.sketch.value = undefined;
}
