import type { Model } from '../scene/model.js';
import { buildGround, buildMarkings } from './street/ground.js';
import { placeGreenery, placePitsAndFences } from './street/place-greenery.js';
import { placeCars, placeFurniture, placeHouses, placeOverheadLine, placePeople } from './street/place-objects.js';
import { planStreet, STREET_SCALES, type StreetPlan } from './street/street-plan.js';

/** Share of the triangles for the ground. */
const GROUND_SHARE = 0.07;
/** Largest share for houses, cars and other objects of fixed form; the rest is for leaves and grass. */
const FIXED_SHARE = 0.72;

/**
 * A gently bent street along x with the crown of its carriageway at the origin: houses, gardens, parked cars, lamps, an
 * overhead line, trees, people. More triangles make it longer and its details finer; leaves use up the rest.
 */
export function generateStreet(seed: number, triangles: number): Model {
  const plan = planWithFixedParts(seed, triangles);
  placeGreenery(plan);
  return plan.model.finish();
}

/** The finest scale that leaves room for leaves beside its fixed parts, or the coarsest. */
function planWithFixedParts(seed: number, triangles: number): StreetPlan {
  for (const scale of STREET_SCALES) {
    const plan = planStreet(seed, triangles, scale);
    if (placeFixedParts(plan, triangles * FIXED_SHARE)) return plan;
  }
  const plan = planStreet(seed, triangles, STREET_SCALES[STREET_SCALES.length - 1]);
  placeFixedParts(plan, Infinity);
  return plan;
}

/** Builds all objects of fixed form; returns false as soon as they exceed the budget. */
function placeFixedParts(plan: StreetPlan, budget: number): boolean {
  const { model, line } = plan;
  const isWithin = () => model.triangleCount <= budget;
  model.addUnique(buildGround(line, plan.triangles * GROUND_SHARE));
  model.addUnique(buildMarkings(line, (kind) => model.nextName(kind)));
  placeHouses(plan, isWithin);
  if (!isWithin()) return false;
  placeCars(plan);
  placeOverheadLine(plan);
  placeFurniture(plan);
  placePeople(plan);
  placePitsAndFences(plan);
  return isWithin();
}
