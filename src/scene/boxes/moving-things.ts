import { PERSONS, VEHICLES } from '../labels/semantic-classes.js';
import type { Scene } from '../scene.js';

/** The objects with the semantic name of a vehicle or a person, by number, and that name. */
export const movingThings = ({ surfaces, names }: Scene): Map<number, string> =>
  new Map(
    surfaces
      .map(({ instance, semantic }) => [instance, names.semantics[semantic]] as const)
      .filter(([, name]) => VEHICLES.has(name) || PERSONS.has(name)),
  );
