import { formatPlace } from '../../base/errors.js';
import type { Scene } from '../scene.js';
import { objectBoxes } from './object-boxes.js';
import type { ObjectBox } from './object-shape.js';

/**
 * Warnings of parts with objects of one class that lie in each other, as wheels do in the body of a car: a person calls
 * them one. `classes`: the names of the classes of objects, by their numbers.
 */
export function nestedBoxes(scene: Scene, classes: ReadonlyMap<number, string>): string[] {
  return (scene.split ?? []).flatMap(({ name, place, objects }) => {
    const own = [...objects].filter((object) => classes.has(object));
    return [...new Set(own.map((object) => classes.get(object)))].flatMap((className) => {
      const alike = own.filter((object) => classes.get(object) === className);
      const nested = alike.length > 1 ? countNested([...objectBoxes(scene, alike).values()]) : 0;
      if (nested === 0) return [];
      const what = `${nested} of its ${alike.length} objects of class ${className}`;
      return (
        `${formatPlace(place)}: part ${name}: ${what} lie in another one, as wheels do in a car; ` +
        'if it is one thing, say objects: part'
      );
    });
  });
}

/** Number of the boxes that lie in another one that is as large or larger. */
function countNested(boxes: readonly ObjectBox[]): number {
  const bySize = boxes.toSorted((a, b) => areaOf(b) - areaOf(a));
  return bySize.filter((box, k) => bySize.slice(0, k).some((larger) => liesIn(box, larger))).length;
}

const areaOf = ({ size }: ObjectBox): number => size[0] * size[1];

/** Whether the middle of a box, seen from above, lies in another box, and they overlap in height. */
function liesIn({ centre, size }: ObjectBox, other: ObjectBox): boolean {
  const [dx, dy, dz] = centre.map((value, axis) => value - other.centre[axis]);
  const [c, s] = [Math.cos(other.heading), Math.sin(other.heading)];
  return (
    Math.abs(dx * c + dy * s) <= other.size[0] / 2 &&
    Math.abs(dy * c - dx * s) <= other.size[1] / 2 &&
    Math.abs(dz) <= (size[2] + other.size[2]) / 2
  );
}
