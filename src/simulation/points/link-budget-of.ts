import type { LinkBudget } from '../../cloud/tone-mapping/intensity-scale.js';
import { energyFactor } from '../../scanner/energy-factor.js';
import type { ScanPlan } from '../scan-plan.js';

/** What the plan's instrument and air make of energies. */
export function linkBudgetOf({ scanner, atmosphere }: Pick<ScanPlan, 'scanner' | 'atmosphere'>): LinkBudget {
  return {
    minEnergy: scanner.detection.minEnergy,
    energyFactor: energyFactor(scanner),
    extinction: atmosphere.extinction,
  };
}
