import type { WithFiles } from '../base/files/files.js';
import { createWebMachine } from '../simulation/web-machine.js';
import { makePlan as make } from './make-plan.js';
import type { AnyRequest, PlanOptions as Options } from './plan-request.js';
import type { AnyPlan } from './survey-plan.js';

export type PlanOptions = Omit<Options, 'machine'> & WithFiles;

/** `makePlan` in a page, from `files`. */
export const makePlan = (request: AnyRequest, { files, ...options }: PlanOptions): Promise<AnyPlan> =>
  make(request, { ...options, machine: createWebMachine(files) });
