import { planDrive } from './drive/plan-drive.js';
import { planFlight } from './flight/plan-flight.js';
import type { AnyRequest, PlanningOptions } from './plan-request.js';
import { planStations } from './stations/plan-stations.js';
import type { AnyPlan } from './survey-plan.js';

/** Makes a plan of any kind. Throws UserError for requests that cannot be met, AbortedError. */
export function makePlan(request: AnyRequest, options: PlanningOptions): Promise<AnyPlan> {
  switch (request.kind) {
    case 'mls':
      return planDrive(request, options);
    case 'tls':
      return planStations(request, options);
    default:
      return planFlight(request, options);
  }
}
