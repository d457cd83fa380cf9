import { wordsFor } from '../io/data-sets/same-names.js';
import { NEVER_CLASSIFIED, UNCLASSIFIED } from './labels/asprs-classes.js';
import { PARTS_OF_THINGS } from './labels/semantic-classes.js';
import type { PlacedPart } from './place/place-parts.js';
import type { SurfaceKind, SurfaceKinds } from './surface-kinds.js';

/**
 * Whether a part that is placed once is one object as a whole. If it does not say so itself, it is one if its model
 * looks like a single thing of several nodes, and labels call all of it the same: a file with one root may as well be
 * a town.
 */
export function isOneObject({ description, model }: PlacedPart, kinds: SurfaceKinds): boolean {
  if (description.objects !== undefined) return description.objects === 'part';
  if (!model.isOneThing) return false;
  const names = new Set<string>();
  for (const instance of model.instances)
    for (const kind of kinds.of(model, instance, description.name)) {
      const semantic = kinds.labels.semantics[kind.semantic];
      if (!isLabelled(kind)) return false;
      if (!wordsFor(semantic).some((word) => PARTS_OF_THINGS.has(word)))
        names.add(`${semantic} ${kind.classification}`);
      if (names.size > 1) return false;
    }
  return true;
}

const isLabelled = ({ semantic, classification }: SurfaceKind): boolean =>
  semantic !== 0 || (classification !== UNCLASSIFIED && classification !== NEVER_CLASSIFIED);

/** Whether the model of a part has a single object by its names. */
export function hasSingleObject({ description, model }: PlacedPart, kinds: SurfaceKinds): boolean {
  if (model.instances.length !== 1) return false;
  const groups = kinds.names.of(model, model.instances[0], description.name);
  return groups.every(({ object }) => object === groups[0].object);
}
