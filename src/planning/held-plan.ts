import type { AnyRequest, PlanningOptions } from './plan-request.js';
import { type PlanSource, readPlanSource } from './plan-source.js';
import { SceneProbe } from './scene-probe.js';

/** The source of a plan. Throws UserError as readPlanSource. */
export const planSourceOf = async (
  { scene, scanner }: Pick<AnyRequest, 'scene' | 'scanner'>,
  { held, machine, survey }: PlanningOptions,
): Promise<PlanSource> => held?.source ?? readPlanSource(machine.files, scene, scanner, survey);

/** Rays into the scene of a plan's source. Throws UserError for a scene that cannot be read, AbortedError. */
export const openProbe = async ({ scene }: PlanSource, options: PlanningOptions): Promise<SceneProbe> =>
  options.held?.openProbe() ?? SceneProbe.open(scene, options);
