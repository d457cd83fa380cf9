import type { LinkBudget } from '../../cloud/tone-mapping/intensity-scale.js';
import { energyFactor } from '../../scanner/energy-factor.js';
import type { InstrumentScan } from '../instrument-scan.js';

/** What the scan's instrument and air make of energies. */
export function linkBudgetOf({ scanner, atmosphere }: Pick<InstrumentScan, 'scanner' | 'atmosphere'>): LinkBudget {
  return {
    minEnergy: scanner.detection.minEnergy,
    energyFactor: energyFactor(scanner),
    extinction: atmosphere.extinction,
  };
}
