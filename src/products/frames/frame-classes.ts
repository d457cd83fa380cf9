import { joinWords } from '../../base/text.js';
import { quoteText } from '../../base/yaml/faults.js';
import { type ClassLookup, lookUpClasses } from '../../io/data-sets/class-lookup.js';
import { dataSetLayout } from '../../io/data-sets/data-sets.js';
import { movingThings } from '../../scene/boxes/moving-things.js';
import { nestedBoxes } from '../../scene/boxes/nested-boxes.js';
import { type ObjectBox, objectBoxes } from '../../scene/boxes/object-boxes.js';
import type { Scene } from '../../scene/scene.js';
import type { DataSetFrames, FrameOutput } from './frame-output.js';
import { THING_CLASSES } from './thing-classes.js';

/** The classes of the points of a scene in a data set. */
export const classesInDataSet = ({ name, classes }: DataSetFrames, { surfaces, names }: Scene): ClassLookup =>
  lookUpClasses(dataSetLayout(name), classes, surfaces, names.semantics);

/** The classes of the objects of a scene that frames list with their boxes; undefined: they list none. */
function boxClasses({ dataSet, boxes }: FrameOutput, scene: Scene): ClassLookup | undefined {
  if (dataSet) return classesInDataSet(dataSet, scene);
  return boxes && lookUpClasses(THING_CLASSES, boxes.classes, scene.surfaces, scene.names.semantics);
}

/** The objects of a scene that frames list with their boxes, by number; undefined: they list none. */
export const boxedObjects = (frames: FrameOutput | undefined, scene: Scene): ClassLookup['objects'] | undefined =>
  frames && boxClasses(frames, scene)?.objects;

/** The boxes of the objects that frames list, by number; undefined: they list none. */
export function frameBoxes(frames: FrameOutput | undefined, scene: Scene): Map<number, ObjectBox> | undefined {
  const objects = boxedObjects(frames, scene);
  return objects && objectBoxes(scene, objects.keys());
}

/** A warning of semantic names of the scene for which neither the survey nor the data set of its frames has a class. */
export function uncoveredClasses(frames: FrameOutput | undefined, scene: Scene): string[] {
  const { dataSet } = frames ?? {};
  if (dataSet === undefined) return [];
  const { uncovered } = classesInDataSet(dataSet, scene);
  if (uncovered.length === 0) return [];
  const { name, id } = dataSetLayout(dataSet.name).unlabelled;
  const listed = joinWords(uncovered.map(quoteText), 'and');
  return [
    `frames: ${dataSet.name} has no class for the semantic ${uncovered.length > 1 ? 'names' : 'name'} ${listed}: their points are ${name} (${id}); name classes for them in a file of frames.classes`,
  ];
}

/** Warnings of parts whose nodes are several objects of one class with boxes, although they are one thing. */
export function nestedObjects(frames: FrameOutput | undefined, scene: Scene): string[] {
  if (scene.split === undefined) return [];
  if (frames?.recording?.boxes) return nestedBoxes(scene, movingThings(scene));
  const objects = boxedObjects(frames, scene) ?? new Map();
  return nestedBoxes(scene, new Map([...objects].map(([object, { name }]) => [object, name])));
}
