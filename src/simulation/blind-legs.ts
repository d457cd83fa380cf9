import { formatCount } from '../base/format-count.js';
import { percentOf } from '../base/text.js';
import { firingLegs, pulsesIn } from '../scanner/leg-scanner.js';
import type { Scene } from '../scene/scene.js';
import { describeAim, describePlace, legPositions } from '../survey/leg-place.js';
import { describeBeams, goAllRound, sampleBeams } from './beam-sample.js';
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
/** Share of pulses that met something too weak from which that is the reason. */
const WEAK_SHARE = 0.1;
/** Beams that show the direction of a leg's view. */
const BEAMS = 500;
/** Maximum number of legs that are described. */
const LEGS_MAX = 5;

/** Facts of legs, by scan and number. */
export interface BlindLegFacts {
  /** Pulses that were tried in a leg; absent: all. */
  of?: (scan: InstrumentScan, leg: number) => number;
  /** Pulses of a leg that met something within the limits of range and have no return; absent: none. */
  lost?: (scan: InstrumentScan, leg: number) => number;
  /** Pulses of a leg that had a return before any was left out; absent: none. */
  returned?: (scan: InstrumentScan, leg: number) => number;
  /** Why hits of a leg are not recorded; undefined: not known. */
  describeWeakHits?: (scan: InstrumentScan, leg: number) => Promise<string | undefined>;
}

/**
 * Warnings for legs with hardly any returns: their place, the direction of their beams, and the place of the scene; or
 * what their pulses met that is too weak; or that the survey keeps none of their returns.
 */
export async function blindLegs(
  machine: Pick<Machine, 'createPulseLister'>,
  scans: readonly InstrumentScan[],
  scene: Pick<Scene, 'frameOrigin' | 'bounds'>,
  hits: LegHits,
  facts: BlindLegFacts = {},
): Promise<string[]> {
  const { of = (scan, leg) => pulsesIn(scan, scan.legs, leg) } = facts;
  const warnings: string[] = [];
  let blind = 0;
  for (const scan of scans)
    for (const leg of firingLegs(scan, scan.legs)) {
      const [found, pulses] = [hits.get(scan)?.[leg] ?? 0, of(scan, leg)];
      // Pulses that a survey drops on purpose are no fault of its legs.
      const least = (scan.restrictions ?? []).length > 0 ? 1 : SHARE_MIN * pulses;
      if (pulses === 0 || found >= least) continue;
      if (++blind > LEGS_MAX) continue;
      const who = scans.length > 1 ? `, ${scan.scanner.name}` : '';
      const place = describePlace(scan.legs[leg]);
      const share = `${formatCount(found)} of ${formatCount(pulses)} pulses had a return`;
      const why =
        (await weakness(scan, leg, pulses, facts)) ??
        choiceOf(scan, leg, pulses, facts) ??
        (await aimOf(machine, scan, leg, scene));
      warnings.push(`${scan.legs[leg].name}${who} (${place}): ${share}; ${why}`);
    }
  if (blind > LEGS_MAX) warnings.push(`${blind - LEGS_MAX} more legs had hardly any return`);
  return warnings;
}

/** What the pulses of a leg met that is too weak, if most of them met something; otherwise undefined. */
async function weakness(
  scan: InstrumentScan,
  leg: number,
  pulses: number,
  { lost, describeWeakHits }: BlindLegFacts,
): Promise<string | undefined> {
  const weak = lost?.(scan, leg) ?? 0;
  if (weak < WEAK_SHARE * pulses) return undefined;
  const hits = await describeWeakHits?.(scan, leg);
  return hits && `${percentOf(weak, pulses)} met something that is not recorded: ${hits}`;
}

/** That most pulses of a leg had returns, of which the survey keeps none; otherwise undefined. */
function choiceOf(scan: InstrumentScan, leg: number, pulses: number, { returned }: BlindLegFacts): string | undefined {
  const had = returned?.(scan, leg) ?? 0;
  return had < WEAK_SHARE * pulses ? undefined : `${percentOf(had, pulses)} had one that is not kept: ${WHAT_KEEPS}`;
}

/** What decides on the returns that are kept. */
export const WHAT_KEEPS = 'check the returns of the detector, artefacts, capability and restrict';

/** The direction of a leg's beams, and the place of the scene. */
async function aimOf(
  machine: Pick<Machine, 'createPulseLister'>,
  scan: InstrumentScan,
  leg: number,
  scene: Pick<Scene, 'frameOrigin' | 'bounds'>,
): Promise<string> {
  const sample = await sampleBeams(machine, scan, leg, scene, BEAMS);
  const [from] = legPositions(scan.legs[leg], 2);
  const what = `${describeAim(from, scene.bounds)}; ${describeBeams(sample, scene.bounds)}`;
  // The usual mistake: such a scanner on a mount that lets others look down scans a level disc.
  const advice =
    goAllRound(sample) && from[2] > scene.bounds.max[2]
      ? '; on platform: quadcopter a scanner whose lines go all round hangs upside down'
      : '';
  return `${what}: check position, heading and mount${advice}`;
}
