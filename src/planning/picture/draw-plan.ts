import type { CreateOptions, WithFiles } from '../../base/files/files.js';
import { writePng } from '../../picture/raster/write-png.js';
import type { AnyPlan } from '../survey-plan.js';
import { type PlanPictureOptions, renderPlan } from './plan-picture.js';

/**
 * Writes a picture of a plan and its coverage to the PNG file `png`, whole or not at all. Throws UserError if it cannot
 * be written.
 */
export function drawPlan(
  plan: AnyPlan,
  png: string,
  { files, force, ...options }: Partial<PlanPictureOptions> & CreateOptions & WithFiles,
): Promise<void> {
  return writePng(png, () => renderPlan(plan.map, options), { files, force });
}
