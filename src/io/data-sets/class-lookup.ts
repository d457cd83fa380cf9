import type { ClassTable, DataClass } from './data-set.js';
import { entryOf } from './same-names.js';
import { PART_OF_OBJECT } from './street-classes.js';

/** Names of a surface in a scene; the surface belongs to an object, or to none (0). */
export interface LabelledSurface {
  instance: number;
  semantic: number;
}

/** The classes of a data set for the points of a scene. */
export interface ClassLookup {
  /** The class of points of the semantic class `semantic` of the object `instance`. */
  classOf(semantic: number, instance: number): DataClass;
  /** The class of points that no surface sent back: of ghosts and false alarms. */
  outlier: DataClass;
  /** The objects, by number, with their classes. */
  objects: ReadonlyMap<number, DataClass>;
  /** The semantic names of the scene that the map does not cover, in alphabetical order. */
  uncovered: readonly string[];
}

/**
 * The classes of the points of a scene. A surface in an object of the data set has the class of the object: the glass
 * of a car is a car, that of a house has its class from the map. If surfaces give an object several classes, the first
 * counts, or one that prevails. `own`: the survey's own classes of semantic names.
 */
export function lookUpClasses(
  { classes, names, unlabelled, outlier = unlabelled, leavesOut }: ClassTable,
  own: Readonly<Record<string, DataClass>>,
  surfaces: readonly LabelledSurface[],
  semantics: Readonly<Record<number, string>>,
): ClassLookup {
  const byName = new Map(classes.map((entry) => [entry.name, entry]));
  const bySemantic = new Map<number, DataClass>();
  const uncovered = new Set<string>();
  for (const semantic of new Set(surfaces.map((surface) => surface.semantic))) {
    const name = semantics[semantic];
    const known = entryOf(names, name);
    const found = entryOf(own, name) ?? byName.get(known ?? '');
    if (found) bySemantic.set(semantic, found);
    else if (semantic !== 0 && !leavesOut && known !== PART_OF_OBJECT) uncovered.add(name);
  }
  const objects = new Map<number, DataClass>();
  for (const { instance, semantic } of surfaces) {
    const found = bySemantic.get(semantic);
    if (instance !== 0 && found?.isObject && (found.prevails || !objects.has(instance))) objects.set(instance, found);
  }
  return {
    classOf: (semantic, instance) => objects.get(instance) ?? bySemantic.get(semantic) ?? unlabelled,
    outlier,
    objects,
    uncovered: [...uncovered].sort(),
  };
}
