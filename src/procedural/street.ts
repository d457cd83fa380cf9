import { UserError } from '../base/errors.js';
import type { Vec3 } from '../base/vec3.js';
import type { Model } from '../scene/model.js';
import { buildGround, buildMarkings } from './street/ground.js';
import { houseCount, leastTriangles } from './street/house-budget.js';
import { placeCrowd } from './street/place-crowd.js';
import { placeGreenery, placePitsAndFences } from './street/place-greenery.js';
import { placeMovers } from './street/place-movers.js';
import { placeCars, placeFurniture, placeHouses, placeOverheadLine, placePeople } from './street/place-objects.js';
import { placeVehicles } from './street/place-vehicles.js';
import type { StreetLine } from './street/street-line.js';
import { planStreet, STREET_SCALES, type StreetPlan, type StreetScale, type StreetSize } from './street/street-plan.js';

/** Share of the triangles for the ground. */
const GROUND_SHARE = 0.07;
/** Largest share of everything but leaves if the size is given: some leaves must remain. */
const FIXED_MAX = 0.95;
/** Largest share for houses, cars and other objects of fixed form; the rest is for leaves and grass. */
const FIXED_SHARE = 0.72;

/** A street, and the middles of its lanes from right to left, each in the direction of its traffic; metres. */
export interface GeneratedStreet {
  model: Model;
  lanes: Vec3[][];
}

/**
 * A gently bent street along x with the crown of its carriageway at the origin: houses, gardens, parked cars, lamps, an
 * overhead line, trees, people. More triangles make it longer, unless `size` gives its length, and its details finer;
 * leaves use up the rest. Throws UserError for too few triangles for a street of that size.
 */
export function generateStreet(seed: number, triangles: number, size: StreetSize = {}): GeneratedStreet {
  const plan = planWithFixedParts(seed, triangles, size);
  placeGreenery(plan);
  return { model: plan.model.finish(), lanes: laneLines(plan.line) };
}

/** Metres between two points of a lane's middle. */
const LANE_STEP = 2;

/** From end to end of the street; lanes left of the middle lead back, as in countries that drive on the right. */
function laneLines(line: StreetLine): Vec3[][] {
  const steps = Math.ceil(line.length / LANE_STEP);
  return line.laneMiddles().map((left) => {
    const points = Array.from({ length: steps + 1 }, (_, k): Vec3 => {
      const along = (k / steps - 0.5) * line.length;
      return [...line.point(along, left), line.height(along, left)];
    });
    return left > 0 ? points.reverse() : points;
  });
}

/** The finest scale that leaves room for leaves besides its fixed parts, or the coarsest. */
function planWithFixedParts(seed: number, triangles: number, size: StreetSize): StreetPlan {
  const scales = scalesOf(size);
  for (const scale of scales) {
    const plan = planStreet(seed, triangles, scale, size);
    if (placeFixedParts(plan, triangles * FIXED_SHARE)) return plan;
  }
  const plan = planStreet(seed, triangles, scales[scales.length - 1], size);
  placeFixedParts(plan, Infinity);
  if (Object.keys(size).length > 0 && plan.model.triangleCount > triangles * FIXED_MAX)
    throw new UserError(
      `a generated street ${plan.line.length} m long with ${plan.line.lanes} lanes has more than ${triangles} triangles`,
      { hint: `take at least ${roundUp(plan.model.triangleCount / FIXED_MAX)} triangles, or a shorter street` },
    );
  return plan;
}

/** Scales of the given length, or all. */
function scalesOf({ length }: StreetSize): readonly StreetScale[] {
  if (length === undefined) return STREET_SCALES;
  return [5, 4, 3, 2, 1, 0].map((detail) => ({ length, detail }));
}

/** Rounds up to two digits. */
function roundUp(count: number): number {
  const unit = 10 ** (Math.floor(Math.log10(count)) - 1);
  return Math.ceil(count / unit) * unit;
}

/** Builds all objects of fixed form; returns false as soon as they exceed the budget. */
function placeFixedParts(plan: StreetPlan, budget: number): boolean {
  const { model, line } = plan;
  if (leastTriangles(plan, houseCount(plan)) > budget) return false;
  model.addUnique(buildGround(line, plan.triangles * GROUND_SHARE));
  model.addUnique(buildMarkings(line, (kind) => model.nextName(kind)));
  if (!placeHouses(plan, budget)) return false;
  const { parked, vehicles, people, drive, moving } = plan.wish;
  const isPlain = parked === undefined && vehicles === undefined && drive === undefined && moving === undefined;
  if (isPlain) placeCars(plan);
  else placeVehicles(plan);
  if (moving) placeMovers(plan, moving);
  placeOverheadLine(plan);
  placeFurniture(plan);
  if (people === undefined && moving === undefined) placePeople(plan);
  placePitsAndFences(plan);
  if (people !== undefined) placeCrowd(plan, people);
  return model.triangleCount <= budget;
}
