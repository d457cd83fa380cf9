import { joinWords } from '../../base/text.js';
import { didYouMean } from '../../base/yaml/check-document.js';
import { quoteText } from '../../base/yaml/faults.js';
import { type ClassLookup, lookUpClasses } from '../../io/data-sets/class-lookup.js';
import { dataSetLayout } from '../../io/data-sets/data-sets.js';
import { objectNumbers } from '../../io/data-sets/object-numbers.js';
import { wordsFor } from '../../io/data-sets/same-names.js';
import { nestedBoxes } from '../../scene/boxes/nested-boxes.js';
import { type TimedObject, timedObjects } from '../../scene/boxes/timed-object.js';
import { SEMANTIC_CLASSES } from '../../scene/labels/semantic-classes.js';
import { carriedObjects } from '../../scene/motion/carried-objects.js';
import type { Scene } from '../../scene/scene.js';
import type { DataSetFrames, FrameOutput } from './frame-output.js';
import type { ClassMap } from './resolve-class-map.js';
import { THING_CLASSES } from './thing-classes.js';

/** The classes of the points of a scene in a data set. */
export const classesInDataSet = ({ name, classes }: DataSetFrames, { surfaces, names }: Scene): ClassLookup =>
  lookUpClasses(dataSetLayout(name), classes, surfaces, names.semantics);

/**
 * The things of a scene that move, or are moved, by the numbers of the objects, and the names of their classes. `own`:
 * the survey's own classes of semantic names.
 */
export function thingsIn(scene: Scene, own: ClassMap = {}): Map<number, string> {
  const { surfaces, names } = scene;
  const { objects } = lookUpClasses(THING_CLASSES, own, surfaces, names.semantics);
  return new Map([...withoutCarried(objects, scene)].map(([object, { name }]) => [object, name]));
}

/** The classes of the objects of a scene that frames list with their boxes; undefined: they list none. */
function boxClasses({ dataSet, boxes }: FrameOutput, scene: Scene): ClassLookup | undefined {
  if (dataSet) return classesInDataSet(dataSet, scene);
  return boxes && lookUpClasses(THING_CLASSES, boxes.classes, scene.surfaces, scene.names.semantics);
}

/**
 * The objects of a scene that frames list with their boxes, by number, without those that the platform carries;
 * undefined: they list none.
 */
export function boxedObjects(frames: FrameOutput | undefined, scene: Scene): ClassLookup['objects'] | undefined {
  const found = frames && boxClasses(frames, scene)?.objects;
  return found && withoutCarried(found, scene);
}

function withoutCarried<Facts>(objects: ReadonlyMap<number, Facts>, scene: Scene): Map<number, Facts> {
  const carried = carriedObjects(scene);
  return new Map([...objects].filter(([object]) => !carried.has(object)));
}

/** The objects over time that frames list with their boxes, by number; undefined: they list none. */
export function frameBoxes(frames: FrameOutput | undefined, scene: Scene): Map<number, TimedObject> | undefined {
  const objects = boxedObjects(frames, scene);
  return objects && timedObjects(scene, objects.keys());
}

/** Warnings of what the classes of frames leave out of a scene, or do not find in it. */
export function classWarnings(frames: FrameOutput | undefined, scene: Scene): string[] {
  if (frames === undefined) return [];
  const { dataSet } = frames;
  const own = ownClasses(frames);
  return [
    ...(dataSet ? [...uncoveredClasses(dataSet, scene), ...renumberedObjects(dataSet, scene)] : []),
    ...(own ? [...nameless(frames, scene), ...boxlessNames(frames, own, scene), ...strayClasses(own, scene)] : []),
  ];
}

/** The survey's own classes; undefined: frames have no classes. */
const ownClasses = ({ dataSet, boxes, recording }: FrameOutput): ClassMap | undefined =>
  (dataSet ?? boxes ?? recording?.boxes)?.classes;

/** A warning of a scene without semantic names, from which classes follow. */
function nameless({ dataSet }: FrameOutput, scene: Scene): string[] {
  if (namesIn(scene).length > 0) return [];
  const who = dataSet ? `${dataSet.name} has` : 'boxes have';
  const effect = dataSet && !dataSetLayout(dataSet.name).leavesOut ? 'no point has one' : 'nothing has a box';
  return [
    `frames: ${who} classes for semantic names alone, and the scene has none: ${effect}; semantic in scene.labels gives them: docs/labels.md`,
  ];
}

/** A warning of semantic names of the scene for which neither the survey nor the data set has a class. */
function uncoveredClasses(dataSet: DataSetFrames, scene: Scene): string[] {
  const { uncovered } = classesInDataSet(dataSet, scene);
  if (uncovered.length === 0) return [];
  const { name, id } = dataSetLayout(dataSet.name).unlabelled;
  return [
    `frames: ${dataSet.name} has no class for ${listNames(uncovered)}: their points are ${name} (${id}); name classes for them in a file of frames.classes`,
  ];
}

const listNames = (names: readonly string[]): string =>
  `the semantic ${names.length > 1 ? 'names' : 'name'} ${joinWords(names.map(quoteText), 'and')}`;

/** A warning of a data set whose files number objects in another way than the scene does. */
function renumberedObjects(dataSet: DataSetFrames, scene: Scene): string[] {
  const { name } = dataSet;
  const { tooGreat } = objectNumbers(classesInDataSet(dataSet, scene).objects.keys(), name);
  if (tooGreat === undefined) return [];
  const { objectMax } = dataSetLayout(name);
  return [
    `frames: files of ${name} hold numbers of objects up to ${objectMax}, and the scene has ${tooGreat}: they number its objects in turn from 1; object in the lists of boxes is that number, instance the scene's`,
  ];
}

/**
 * A warning of semantic names that are not subray's, where frames have classes of objects alone: what is called so may
 * be an object, and has no box.
 */
function boxlessNames({ dataSet }: FrameOutput, own: ClassMap, scene: Scene): string[] {
  if (dataSet && !dataSetLayout(dataSet.name).leavesOut) return [];
  const names = namesIn(scene).filter((name) => {
    const words = wordsFor(name);
    return !words.some((word) => Object.hasOwn(SEMANTIC_CLASSES, word) || Object.hasOwn(own, word));
  });
  if (names.length === 0) return [];
  const who = dataSet ? `${dataSet.name} has` : 'boxes have';
  return [
    `frames: ${who} no class for ${listNames(names)}: their objects have no boxes; name classes for them, or none, in a file of frames.classes`,
  ];
}

/** Warnings of classes for semantic names that are neither the scene's nor subray's. */
function strayClasses(own: ClassMap, scene: Scene): string[] {
  const names = namesIn(scene);
  const words = new Set(names.flatMap(wordsFor));
  return Object.keys(own)
    .filter((key) => !words.has(key) && !Object.hasOwn(SEMANTIC_CLASSES, key))
    .map((key) => {
      const meant = didYouMean(key, names) || didYouMean(key, Object.keys(SEMANTIC_CLASSES));
      return `frames.classes: nothing in the scene has the semantic name ${quoteText(key)}${meant}`;
    });
}

/** The semantic names of the surfaces of a scene, in alphabetical order. */
const namesIn = ({ surfaces, names }: Scene): string[] =>
  [...new Set(surfaces.map(({ semantic }) => semantic))]
    .filter((semantic) => semantic !== 0)
    .map((semantic) => names.semantics[semantic])
    .sort();

/** Warnings of parts whose nodes are several objects of one class with boxes, although they are one thing. */
export function nestedObjects(frames: FrameOutput | undefined, scene: Scene): string[] {
  if (scene.split === undefined) return [];
  const { recording } = frames ?? {};
  if (recording?.boxes) return nestedBoxes(scene, thingsIn(scene, recording.boxes.classes));
  const objects = boxedObjects(frames, scene) ?? new Map();
  return nestedBoxes(scene, new Map([...objects].map(([object, { name }]) => [object, name])));
}
