import { haveClasses } from '../products/index.js';
import { GROUND, UNCLASSIFIED } from '../scene/labels/asprs-classes.js';
import { isScene, type Scene } from '../scene/scene.js';
import type { Survey } from '../survey/survey.js';

/**
 * A note on a survey that writes classes although nothing gives its points any: neither a label, nor a file, table or
 * generator of its scene. Empty for others.
 */
export function labelNotes(survey: Survey, { surfaces }: Scene): string[] {
  const { scene: given } = survey;
  // Whoever makes a scene in memory gives classes object by object.
  if (isScene(given) || given.labels.some(({ builtIn }) => !builtIn)) return [];
  const plain = surfaces.filter(({ classification }) => classification === UNCLASSIFIED);
  const known = surfaces.some(
    ({ classification, semantic }) => semantic !== 0 || (classification !== UNCLASSIFIED && classification !== GROUND),
  );
  if (plain.length === 0 || known || !haveClasses(survey)) return [];
  const but = plain.length < surfaces.length ? ' but those of ground' : '';
  return [
    `the scene has no labels, so all points${but} are unclassified (class ${UNCLASSIFIED}) and without a semantic class; scene.labels gives them classes by the names of objects, groups and materials: docs/labels.md`,
  ];
}
