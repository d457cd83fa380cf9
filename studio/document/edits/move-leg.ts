import { EditRefused } from '../edit-refused.js';
import type { SurveyText } from '../survey-text.js';
import type { Path } from '../yaml-tree.js';
import { editOf, METRE_DECIMALS, type NamedEdit, type Point } from './edit.js';
import { legAt, titleOf, type WrittenLeg } from './legs.js';

/** A handle of a leg: a station, an end of a line, or a point of a path by its number. */
export type LegHandle = 'position' | 'from' | 'to' | { point: number };

/** Moves a part of a leg to a place in metres. */
export function moveLeg(text: SurveyText, index: number, handle: LegHandle, to: Point): NamedEdit {
  const leg = legAt(text, index);
  const path = pathOf(leg, handle);
  if (!Array.isArray(text.valueAt(['legs', index, ...path])))
    throw new EditRefused(`${titleOf(text, index)} has no ${path.join(' ')}`);
  const set = (now: SurveyText) => now.setValue(['legs', index, ...path], to, { decimals: METRE_DECIMALS });
  return editOf(text, nameOf(text, index, handle), set);
}

/** Moves a whole leg by metres along x, y and z. */
export function shiftLeg(text: SurveyText, index: number, by: Point): NamedEdit {
  const steps = placesOf(legAt(text, index)).map((path) => (now: SurveyText) => {
    const place = now.valueAt(['legs', index, ...path]) as number[];
    const moved = place.map((value, axis) => value + (by[axis] ?? 0));
    return now.setValue(['legs', index, ...path], moved, { decimals: METRE_DECIMALS });
  });
  return editOf(text, `Move ${titleOf(text, index)}`, ...steps);
}

/** Puts a new point before number `point` of a path, or behind its last. */
export function addLegPoint(text: SurveyText, index: number, point: number, at: Point): NamedEdit {
  const list = listOf(legAt(text, index));
  const insert = (now: SurveyText) => now.insertItem(['legs', index, list], point, at, { decimals: METRE_DECIMALS });
  return editOf(text, `Add a point to ${titleOf(text, index)}`, insert);
}

/** Removes a point of a path. */
export function removeLegPoint(text: SurveyText, index: number, point: number): NamedEdit {
  const list = listOf(legAt(text, index));
  return editOf(text, `Remove a point of ${titleOf(text, index)}`, (now) =>
    now.removeItem(['legs', index, list], point),
  );
}

/** All places of a leg, as paths below it. */
function placesOf(leg: WrittenLeg): Path[] {
  const points = ['path', 'waypoints'].flatMap((key) =>
    Array.isArray(leg[key]) ? leg[key].map((_, k) => [key, k]) : [],
  );
  return [...['position', 'from', 'to'].flatMap((key) => (Array.isArray(leg[key]) ? [[key]] : [])), ...points];
}

const listOf = (leg: WrittenLeg): string => ('waypoints' in leg ? 'waypoints' : 'path');

const pathOf = (leg: WrittenLeg, handle: LegHandle): Path =>
  typeof handle === 'string' ? [handle] : [listOf(leg), handle.point];

function nameOf(text: SurveyText, index: number, handle: LegHandle): string {
  const title = titleOf(text, index);
  if (handle === 'position') return `Move ${title}`;
  if (typeof handle === 'object') return `Move point ${handle.point + 1} of ${title}`;
  return `Move the ${handle === 'from' ? 'start' : 'end'} of ${title}`;
}
