import { binFault } from '../../scanner/bins.js';
import { firingScanners } from '../../scanner/leg-scanner.js';
import { PHYSICS, type Physics } from '../../scanner/physics.js';
import type { Instrument } from '../bare-survey.js';
import type { SurveyDefinition } from '../schema/survey-schema.js';
import { isWhole, noteFault, noteMessage, type Reading } from './reading.js';

/** Notes contradictions between the survey's physics and its scanners. */
export function checkPhysics(
  reading: Reading,
  definition: SurveyDefinition,
  instruments: readonly Instrument[],
  physics: Physics = PHYSICS.si,
): void {
  checkEnergy(reading, definition, physics);
  const scanners = instruments.flatMap(firingScanners);
  if (physics.echoes === 'bins') {
    for (const fault of scanners.map(binFault)) {
      if (fault === undefined) continue;
      const { key, found, expected } = fault;
      if (definition.detector.bins?.[key] !== undefined) noteFault(reading, ['detector', 'bins', key], found, expected);
      else
        noteMessage(
          reading,
          ['physics'],
          `found echoes: bins with detector.bins.${key} ${found}, expected ${expected}`,
        );
      return;
    }
    return;
  }
  if (definition.detector.bins !== undefined)
    noteFault(reading, ['detector', 'bins'], definition.detector.bins, 'no bins without physics: { echoes: bins }');
  const sampler = scanners.find(({ sampling }) => sampling !== undefined);
  if (physics.clock === 'one-way' && sampler !== undefined)
    noteMessage(
      reading,
      ['physics'],
      `found clock: one-way, expected clock: two-way (or echoes: bins), since the receiver of ${sampler.name} samples the light on its way there and back`,
    );
}

/** HELIOS++'s models of energy are those of its own rings. */
function checkEnergy(reading: Reading, { footprint: { pattern } }: SurveyDefinition, { energy }: Physics): void {
  if (energy === 'lidar' || pattern === 'helios' || !isWhole(reading, ['footprint'])) return;
  noteMessage(
    reading,
    ['physics'],
    `the ${energy} model of energy needs the rings of HELIOS++, found footprint.pattern ${pattern}, expected helios (or physics: { like: helios, energy: lidar })`,
  );
}
