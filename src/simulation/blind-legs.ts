import { formatCount } from '../base/format-count.js';
import { firingLegs, pulsesIn } from '../scanner/leg-scanner.js';
import type { Scene } from '../scene/scene.js';
import { describeAim, describePlace, legPositions } from '../survey/leg-place.js';
import { describeBeams, sampleBeams } from './beam-sample.js';
import type { InstrumentScan } from './instrument-scan.js';
import type { Machine } from './machine.js';

/** Pulses that had a return, by scan and leg. */
export type LegHits = ReadonlyMap<InstrumentScan, readonly number[]>;

/** Counts pulses with a return while a scan goes on. */
export class HitTally {
  readonly hits = new Map<InstrumentScan, number[]>();

  /** Adds the pulses with points of a piece of a leg. */
  add(scan: InstrumentScan, leg: number, pulses: number): void {
    const counts = this.hits.get(scan) ?? scan.legs.map(() => 0);
    this.hits.set(scan, counts);
    counts[leg] += pulses;
  }
}

/** Share of pulses with a return below which a leg hits next to nothing. */
const SHARE_MIN = 0.01;
/** Beams that show the direction of a leg's view. */
const BEAMS = 500;
/** Maximum number of legs that are described. */
const LEGS_MAX = 5;

/**
 * Warnings for legs with hardly any returns: their place, the direction of their beams, and the place of the scene.
 * `of` is the number of pulses that were tried in a leg, by default all.
 */
export async function blindLegs(
  machine: Pick<Machine, 'createPulseLister'>,
  scans: readonly InstrumentScan[],
  scene: Pick<Scene, 'frameOrigin' | 'bounds'>,
  hits: LegHits,
  of: (scan: InstrumentScan, leg: number) => number = (scan, leg) => pulsesIn(scan, scan.legs, leg),
): Promise<string[]> {
  const warnings: string[] = [];
  let blind = 0;
  for (const scan of scans)
    for (const leg of firingLegs(scan, scan.legs)) {
      const [found, pulses] = [hits.get(scan)?.[leg] ?? 0, of(scan, leg)];
      // Pulses that a survey drops on purpose are no fault of its legs.
      const least = (scan.restrictions ?? []).length > 0 ? 1 : SHARE_MIN * pulses;
      if (pulses === 0 || found >= least) continue;
      if (++blind > LEGS_MAX) continue;
      const beams = describeBeams(await sampleBeams(machine, scan, leg, scene, BEAMS), scene.bounds);
      const who = scans.length > 1 ? `, ${scan.scanner.name}` : '';
      const place = describePlace(scan.legs[leg]);
      const [from] = legPositions(scan.legs[leg], 2);
      warnings.push(
        `${scan.legs[leg].name}${who} (${place}): ${formatCount(found)} of ${formatCount(pulses)} pulses had a return; ` +
          `${describeAim(from, scene.bounds)}; ${beams}: check position, heading and mount`,
      );
    }
  if (blind > LEGS_MAX) warnings.push(`${blind - LEGS_MAX} more legs had hardly any return`);
  return warnings;
}
