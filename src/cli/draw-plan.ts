import { AtomicFile } from '../base/files/node-atomic-file.js';
import type { PlanPictureOptions } from '../planning/picture/plan-picture.js';
import type { AnyPlan } from '../planning/survey-plan.js';

/** Writes a picture of a plan to the PNG file `png`, whole or not at all. Throws UserError where it cannot be written. */
export async function drawPlan(
  plan: AnyPlan,
  png: string,
  { force, ...options }: Partial<PlanPictureOptions> & { force?: boolean },
): Promise<void> {
  const [{ renderPlan }, { encodePng }] = await Promise.all([
    import('../planning/picture/plan-picture.js'),
    import('../picture/raster/png.js'),
  ]);
  const picture = encodePng(renderPlan(plan.map, options));
  const file = await AtomicFile.create(png, { force });
  try {
    await file.append(picture);
    await file.commit();
  } catch (error) {
    await file.abort();
    throw error;
  }
}
