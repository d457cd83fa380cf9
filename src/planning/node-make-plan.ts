import { nodeFiles } from '../base/files/node-files.js';
import { recordInputs } from '../base/files/record-inputs.js';
import { nodeMachine } from '../simulation/node-machine.js';
import { makePlan as make } from './make-plan.js';
import type { AnyRequest, PlanningOptions as Options } from './plan-request.js';
import type { AnyPlan } from './survey-plan.js';

/** Options of `makePlan`. */
export type PlanOptions = Partial<Omit<Options, 'held'>>;

/**
 * Plans a flight, a drive or stations on this machine. Metres, seconds, radians. Throws UserError for requests that
 * cannot be met, stating what is possible; AbortedError.
 *
 * @example
 * ```ts
 * const plan = await makePlan({ kind: 'uav', scene: 'examples/uav.yaml', height: 40, overlap: 0.3 });
 * console.log(plan.totalTime, plan.notes);
 * ```
 */
export const makePlan = (request: AnyRequest, options: PlanOptions = {}): Promise<AnyPlan> =>
  make(request, { machine: { ...nodeMachine, files: recordInputs(nodeFiles) }, ...options });
