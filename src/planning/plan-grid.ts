import { UserError } from '../base/errors.js';
import { throwFaults } from '../base/yaml/faults.js';
import type { Crs } from '../crs/crs.js';
import type { PlaneGrid, PlaneSystem } from '../crs/plane-system.js';
import type { StatedReference } from '../scene/scene.js';
import { worldReference } from '../simulation/scene-crs.js';
import { resolveCrs } from '../survey/resolve/resolve-crs.js';
import type { PlanSource } from './plan-source.js';

/** The reference system of a plan's world: the survey's, or that of its scene. Throws UserError as readCrs does. */
export async function planReference(
  { sections, reading }: PlanSource,
  references: readonly StatedReference[],
): Promise<Crs | undefined> {
  const own = { ...reading, faults: [] };
  const crs = await resolveCrs(own, sections.crs as string | undefined);
  throwFaults(own.faults);
  return (await worldReference({ crs }, { references })).crs;
}

/**
 * The plane of a system. Throws UserError, which begins with `what`, without a system, and for one whose formula is not
 * known.
 */
export async function planeOfSystem(crs: Crs | undefined, what: string): Promise<PlaneSystem> {
  if (crs === undefined)
    throw new UserError(`${what}: degrees need a survey with a reference system`, {
      hint: 'name it in the survey, such as crs: EPSG:25832',
    });
  const { planeSystem } = await import('../crs/plane-system.js');
  const found = await planeSystem(crs.wkt);
  if (found.kind === 'unknown') throw new UserError(`${what}: ${found.reason}`);
  return found.system;
}

/**
 * The grid of a system near a place in WGS 84, degrees. Throws UserError, with `hint`, if no way leads to its datum
 * there.
 */
export function gridNear(
  system: PlaneSystem,
  [longitude, latitude]: readonly [longitude: number, latitude: number],
  what: string,
  hint?: string,
): PlaneGrid {
  const shift = system.shiftAt(longitude, latitude);
  if (shift !== undefined) return system.grid(shift);
  throw new UserError(
    `${what}: no way to the datum of ${system.name} is known at longitude ${longitude}, latitude ${latitude}`,
    { hint },
  );
}
