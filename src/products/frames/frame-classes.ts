import { joinWords } from '../../base/text.js';
import { quoteText } from '../../base/yaml/faults.js';
import { type ClassLookup, lookUpClasses } from '../../io/data-sets/class-lookup.js';
import { dataSetLayout } from '../../io/data-sets/data-sets.js';
import { movingThings } from '../../scene/boxes/moving-things.js';
import { nestedBoxes } from '../../scene/boxes/nested-boxes.js';
import { type ObjectBox, objectBoxes } from '../../scene/boxes/object-boxes.js';
import type { Scene } from '../../scene/scene.js';
import type { DataSetFrames, FrameOutput } from './frame-output.js';

/** The classes of the points of a scene in the data set of frames. */
export const frameClasses = ({ name, classes }: DataSetFrames, { surfaces, names }: Scene): ClassLookup =>
  lookUpClasses(dataSetLayout(name), classes, surfaces, names.semantics);

/** The boxes of the objects of a scene in the data set of frames, by number; undefined without one. */
export const frameBoxes = (frames: FrameOutput | undefined, scene: Scene): Map<number, ObjectBox> | undefined =>
  frames?.dataSet && objectBoxes(scene, frameClasses(frames.dataSet, scene).objects.keys());

/** A warning of semantic names of the scene for which neither the survey nor the data set of its frames has a class. */
export function uncoveredClasses(frames: FrameOutput | undefined, scene: Scene): string[] {
  const { dataSet } = frames ?? {};
  if (dataSet === undefined) return [];
  const { uncovered } = frameClasses(dataSet, scene);
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
  if (frames?.dataSet === undefined) return [];
  const { objects } = frameClasses(frames.dataSet, scene);
  return nestedBoxes(scene, new Map([...objects].map(([object, { name }]) => [object, name])));
}
