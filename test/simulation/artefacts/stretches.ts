import { streamKey } from '../../../src/base/random.js';
import { createPointBatch } from '../../../src/cloud/point-batch.js';
import { emptyPulseList } from '../../../src/engine/cpu/pulse-lister.js';
import type { ArtefactName, ArtefactOf } from '../../../src/scanner/artefacts/index.js';
import type { Scanner } from '../../../src/scanner/scanner.js';
import type { ArtefactKind, ArtefactLeg } from '../../../src/simulation/artefacts/artefact-kind.js';
import { echoesOf, type Stretch } from '../../../src/simulation/artefacts/echo.js';
import { ARTEFACT_KINDS } from '../../../src/simulation/artefacts/index.js';
import { testScanner } from '../../support/scan.js';

/** A return as the device has it; 5 ns wide, of material 0 and instance 0 unless told otherwise. */
export interface GivenReturn {
  range: number;
  energy?: number;
  width?: number;
  material?: number;
  instance?: number;
}

/** A leg of a scanner that sees 1 to 100 m and records energies from 1 J. */
export const legWith = (overrides: Partial<ArtefactLeg> = {}, scanner: Partial<Scanner> = {}): ArtefactLeg => ({
  scanner: { ...quietScanner(), ...scanner },
  key: streamKey(7),
  materials: ['wall', 'glass'],
  budget: { minEnergy: 1, energyFactor: 100, extinction: 0 },
  ...overrides,
});

export const quietScanner = (): Scanner => testScanner({ detection: { rangeMin: 1, rangeMax: 100, minEnergy: 1 } });

/** Pulses from number 0 with these returns; pulse k looks along `azimuths[k]` (radians; absent: forward). */
export function stretchOf(returns: readonly (readonly GivenReturn[])[], azimuths: readonly number[] = []): Stretch {
  const all = returns.flatMap((list, pulse) => list.map((one, k) => ({ ...one, pulse, number: k + 1 })));
  const points = createPointBatch(all.length);
  for (const [i, { range, energy = 1, width = 5e-9, material = 0, instance = 0, number }] of all.entries()) {
    points.range[i] = range;
    points.energy[i] = energy;
    points.echoWidth[i] = width;
    points.material[i] = material;
    points.instance[i] = instance;
    points.returnNumber[i] = number;
  }
  const numbers = Uint32Array.from(all, ({ pulse }) => pulse);
  const pulses = emptyPulseList(returns.length);
  for (let k = 0; k < returns.length; k++) {
    pulses.directions[3 * k] = Math.sin(azimuths[k] ?? 0);
    pulses.directions[3 * k + 1] = Math.cos(azimuths[k] ?? 0);
  }
  return { first: 0, echoes: echoesOf(points, numbers, 0, returns.length), pulses, points };
}

/** The stretch after an artefact has worked on it. */
export function after<Name extends ArtefactName>(
  name: Name,
  settings: ArtefactOf<Name>,
  stretch: Stretch,
  leg: ArtefactLeg = legWith(),
): Stretch {
  (ARTEFACT_KINDS[name] as ArtefactKind<ArtefactOf<Name>>).begin(settings, leg)(stretch);
  return stretch;
}

/** `count` pulses with one return each. */
export const pulsesWith = (count: number, one: GivenReturn): GivenReturn[][] =>
  Array.from({ length: count }, () => [one]);

/** Ranges of all echoes. */
export const rangesOf = ({ echoes }: Stretch): number[] => echoes.flatMap((list) => list.map(({ range }) => range));
