import { writePng } from '../../picture/raster/write-png.js';
import type { AnyPlan } from '../survey-plan.js';
import { type PlanPictureOptions, renderPlan } from './plan-picture.js';

/**
 * Writes a picture of plan and coverage to the PNG file `png`, whole or not at all. Throws UserError where it cannot be
 * written.
 */
export function drawPlan(
  plan: AnyPlan,
  png: string,
  { force, ...options }: Partial<PlanPictureOptions> & { force?: boolean },
): Promise<void> {
  return writePng(png, () => renderPlan(plan.map, options), { force });
}
