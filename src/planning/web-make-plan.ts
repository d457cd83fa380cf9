import type { WithFiles } from '../base/files/files.js';
import { createWebMachine } from '../simulation/web-machine.js';
import { makePlan as make } from './make-plan.js';
import type { AnyRequest, PlanningOptions as Options } from './plan-request.js';
import type { AnyPlan } from './survey-plan.js';

/** Options of `makePlan`. */
export type PlanOptions = Omit<Options, 'machine' | 'held'> & WithFiles;

/**
 * Plans a flight, a drive or stations in a page, for a scene of `files`. Metres, seconds, radians. Throws UserError for
 * requests that cannot be met, stating what is possible; AbortedError.
 *
 * @example
 * ```ts
 * const plan = await makePlan({ kind: 'tls', scene: 'hall.glb', scanner: 'riegl-vz-400i' }, { files });
 * ```
 */
export const makePlan = (request: AnyRequest, { files, ...options }: PlanOptions): Promise<AnyPlan> =>
  make(request, { ...options, machine: createWebMachine(files) });
