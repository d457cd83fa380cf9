import type { Detection } from '../../scanner/scanner.js';
import type { Echo } from './echo.js';

/**
 * The echoes of a pulse that are recorded, in order of range; `echoes` are in that order. dual: the strongest and the
 * last; if they are the same, the strongest and the second strongest (VLP-16 user manual 63-9243, "Dual Return Mode").
 * second: the second by range, of pulses that have two.
 */
export function chooseReturns(echoes: Echo[], { returns = 'all', maxReturns }: Detection): Echo[] {
  switch (returns) {
    case 'all':
      return echoes.slice(0, maxReturns);
    case 'first':
      return echoes.slice(0, 1);
    case 'second':
      return echoes.slice(1, 2);
    case 'last':
      return echoes.slice(-1);
    case 'strongest':
      return byStrength(echoes).slice(0, 1);
    case 'dual':
      return dual(echoes);
  }
}

/** Of equal energies, the nearer comes first. */
const byStrength = (echoes: readonly Echo[]): Echo[] => [...echoes].sort((a, b) => b.energy - a.energy);

function dual(echoes: readonly Echo[]): Echo[] {
  const [strongest, next] = byStrength(echoes);
  const last = echoes[echoes.length - 1];
  const chosen = strongest === last ? [strongest, next] : [strongest, last];
  return echoes.filter((echo) => chosen.includes(echo));
}
