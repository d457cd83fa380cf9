import type { CreateOptions, WithFiles } from '../../base/files/files.js';
import { refuseInput } from '../../base/files/refuse-input.js';
import { writePng } from '../../picture/raster/write-png.js';
import { type AnyPlan, planInputs } from '../survey-plan.js';
import { type PlanPictureOptions, renderPlan } from './plan-picture.js';

/**
 * Writes a picture of a plan and its coverage to the PNG file `png`, whole or not at all. Throws UserError if it cannot
 * be written, and for an input of the plan.
 */
export async function drawPlan(
  plan: AnyPlan,
  png: string,
  { files, force, ...options }: Partial<PlanPictureOptions> & CreateOptions & WithFiles,
): Promise<void> {
  await refuseInput(files, png, planInputs(plan));
  return writePng(png, () => renderPlan(plan.map, options), { files, force });
}
