import type { LinkBudget } from '../../cloud/tone-mapping/intensity-scale.js';
import { energyFactor } from '../../scanner/energy-factor.js';
import type { InstrumentScan } from '../instrument-scan.js';

/** The energy factors of a scan's instrument and air. */
export function linkBudgetOf({ scanner, atmosphere }: Pick<InstrumentScan, 'scanner' | 'atmosphere'>): LinkBudget {
  return {
    minEnergy: scanner.detection.minEnergy,
    energyFactor: energyFactor(scanner),
    extinction: atmosphere.extinction,
  };
}
