import { nodeMachine } from '../simulation/node-machine.js';
import { makePlan as make } from './make-plan.js';
import type { AnyRequest, PlanOptions as Options } from './plan-request.js';
import type { AnyPlan } from './survey-plan.js';

export type PlanOptions = Partial<Options>;

/** `makePlan` on this machine. */
export const makePlan = (request: AnyRequest, options: PlanOptions = {}): Promise<AnyPlan> =>
  make(request, { machine: nodeMachine, ...options });
