import { type CarriedSource, listed, withCarried } from './carried-scanners.js';
import type { AnyRequest, PlanningOptions } from './plan-request.js';
import { type PlanSource, readPlanSource } from './plan-source.js';
import { SceneProbe } from './scene-probe.js';

/** The source of a plan, with the scanners that its request carries. Throws UserError as readPlanSource. */
export const planSourceOf = async (
  { scene, ...wish }: Pick<AnyRequest, 'scene' | 'scanner' | 'platform'>,
  { held, machine, survey }: PlanningOptions,
): Promise<CarriedSource> =>
  withCarried(held?.source ?? (await readPlanSource(machine.files, scene, listed(wish.scanner), survey)), wish);

/** Rays into the scene of a plan's source. Throws UserError for a scene that cannot be read, AbortedError. */
export const openProbe = async ({ scene }: PlanSource, options: PlanningOptions): Promise<SceneProbe> =>
  options.held?.openProbe() ?? SceneProbe.open(scene, options);
