import type { ScanRates } from '../../scanner/deflectors/deflector-kind.js';
import { deflectorKind } from '../../scanner/deflectors/index.js';
import type { Scanner } from '../../scanner/scanner.js';

const TURN = 2 * Math.PI;

/**
 * Rates of a working scanner, of all its lasers together. `sector` is the angle (radians) in which a spinning head may
 * fire, by default a full turn; other kinds have none.
 */
export function scanRates({ deflector, channels }: Pick<Scanner, 'deflector' | 'channels'>, sector = TURN): ScanRates {
  const one = deflectorKind(deflector).rates(deflector, sector);
  return {
    ...one,
    pulseRateHz: one.pulseRateHz * channels.length,
    lineRateHz: one.lineRateHz === undefined ? undefined : one.lineRateHz * channels.length,
  };
}
