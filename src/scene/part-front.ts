import { transformDirection } from '../base/affine.js';
import { formatPlace } from '../base/errors.js';
import type { Log } from '../base/log.js';
import { length, type Vec3 } from '../base/vec3.js';
import { wordsFor } from '../io/data-sets/same-names.js';
import { exactBox } from './boxes/exact-box.js';
import { FRONT_AXES } from './front-axes.js';
import { headingAlong } from './fronts.js';
import { PERSONS, VEHICLES } from './labels/semantic-classes.js';
import type { PlacedPart } from './place/place-parts.js';
import type { SurfaceKinds } from './surface-kinds.js';

/**
 * Where the front of a part that is one object at each place looks, in the frame of its model; undefined: unknown. The
 * rule of a format counts for models that are at least as long along it as wide, and for people: many files break it.
 * A warning tells of vehicles that do.
 */
export function frontOfPart(part: PlacedPart, kinds: SurfaceKinds, log: Log): Vec3 | undefined {
  const { description, model, transforms } = part;
  if (description.front !== undefined) return FRONT_AXES[description.front];
  if (model.front === undefined || transforms.length === 0) return undefined;
  const axis = FRONT_AXES[model.front];
  if (headingAlong(transforms[0], axis) === undefined) return undefined;
  const { along, across } = levelExtent(part, axis);
  if (along >= across) return axis;
  const names = semanticsOf(part, kinds).flatMap(wordsFor);
  if (names.some((name) => PERSONS.has(name))) return axis;
  if (names.some((name) => VEHICLES.has(name))) {
    const sides = `${along.toFixed(2)} m long and ${across.toFixed(2)} m wide`;
    log.warn(
      `${formatPlace(description.place)}: part ${description.name} is ${sides} along the front of its format, ` +
        `${model.front}: its boxes have no front; say where it is, as in front: +x`,
    );
  }
  return undefined;
}

/** Lengths of a part at its first place, metres: along an axis of its model, and along the leveller other one. */
function levelExtent({ model, transforms: [placed] }: PlacedPart, front: Vec3) {
  const { min, max } = exactBox(model.meshes, model.instances);
  const sides = [FRONT_AXES['+x'], FRONT_AXES['+y'], FRONT_AXES['+z']].map((axis, k) => {
    const unit = transformDirection(placed, axis);
    const metres = length(unit);
    return { extent: (max[k] - min[k]) * metres, rise: Math.abs(unit[2]) / metres, isFront: front[k] !== 0 };
  });
  const [across] = sides.filter(({ isFront }) => !isFront).sort((a, b) => a.rise - b.rise);
  const along = sides.find(({ isFront }) => isFront);
  return { along: along?.extent ?? 0, across: across.extent };
}

/** The semantic names of all surfaces of a part, each once. */
function semanticsOf({ description, model }: PlacedPart, kinds: SurfaceKinds): string[] {
  const numbers = model.instances.flatMap((instance) => kinds.of(model, instance, description.name));
  return [...new Set(numbers.map(({ semantic }) => kinds.labels.semantics[semantic]))];
}
