import { invariant, UserError } from '../base/errors.js';
import type { Model } from '../scene/model.js';
import { type BlockPlan, placeBlocks, planBlock } from './district/block.js';
import { type DistrictPlan, type DistrictWish, planDistrict } from './district/district-plan.js';
import { buildDistrictGround, buildDistrictMarkings } from './district/ground.js';
import {
  drawLawns,
  parkVehicles,
  placeDistrictTrees,
  placePedestrians,
  placeStreetFurniture,
} from './district/place-life.js';
import { placeDistrictMovers } from './district/place-traffic.js';
import { ModelBuilder } from './model-builder.js';

/** Largest share of the triangles for everything except leaves and grass, from the finest detail on. */
const FIXED_SHARE = 0.75;
const DETAILS = [5, 4, 3, 2, 1, 0];
const USUAL_STOREYS = 6;

/**
 * A flat part of a town, a square with streets at right angles and a crossing at the origin: blocks of houses of many
 * heights and roofs around courtyards, parked vehicles, lamps, signs, people, trees. More triangles make its details
 * finer. Throws UserError for too few triangles for a district of that extent.
 */
export function generateDistrict(seed: number, triangles: number, wish: DistrictWish = {}): Model {
  const { half, blocks } = planDistrict(seed, triangles, wish);
  const planned = blocks.map((block, k) => planBlock(block, seed, k, wish.storeys ?? USUAL_STOREYS));
  for (const detail of DETAILS) {
    const plan: DistrictPlan = { seed, triangles, detail, wish, half, blocks, model: new ModelBuilder() };
    const isCoarsest = detail === DETAILS[DETAILS.length - 1];
    const fits = placeFixedThings(plan, planned, isCoarsest ? Infinity : triangles * FIXED_SHARE);
    if (!fits) continue;
    if (plan.model.triangleCount > triangles * FIXED_SHARE) throw tooFew(plan);
    placeDistrictTrees(plan, planned);
    drawLawns(
      plan,
      planned.map(({ court }) => court),
    );
    return plan.model.finish();
  }
  invariant(false, 'the coarsest detail fits, or too few triangles are reported');
}

/** Everything except leaves and grass; returns false if it has more triangles than `budget`. */
function placeFixedThings(plan: DistrictPlan, blocks: readonly BlockPlan[], budget: number): boolean {
  const courts = blocks.map(({ court }) => court);
  plan.model.addUnique(buildDistrictGround(plan, courts));
  plan.model.addUnique(buildDistrictMarkings(plan));
  if (!placeBlocks(plan, blocks, budget)) return false;
  parkVehicles(plan);
  if (plan.wish.moving) placeDistrictMovers(plan, plan.wish.moving);
  placeStreetFurniture(plan);
  placePedestrians(plan);
  return plan.model.triangleCount <= budget;
}

function tooFew({ half, triangles, model }: DistrictPlan): UserError {
  const least = Math.ceil(model.triangleCount / FIXED_SHARE / 1e4) * 1e4;
  return new UserError(`a generated district of ${2 * half} m has more than ${triangles} triangles`, {
    hint: `take at least ${least} triangles, or a smaller extent`,
  });
}
