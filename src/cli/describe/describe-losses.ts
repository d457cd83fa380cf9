import { percentOf } from '../../base/text.js';
import type { RunReport } from '../../simulation/run-survey.js';

type LegReport = RunReport['legs'][number];

/** Share of the pulses that met something below which lost ones are not worth a word. */
const SHARE_TOLD = 0.01;
/** Legs that are named, the worst first. */
const LEGS_NAMED = 3;

/** The pulses of a run that met something too weak, in a sentence; none if they are few. */
export function describeLosses(legs: readonly LegReport[]): string[] {
  const [hit, lost] = (['hit', 'lost'] as const).map((key) => legs.reduce((sum, leg) => sum + leg[key], 0));
  if (!(lost > SHARE_TOLD * hit)) return [];
  const text = `${percentOf(lost, hit)} of the pulses that hit something are below the detection limit`;
  const worst = legs.filter((leg) => leg.hit > 0).sort((a, b) => b.lost / b.hit - a.lost / a.hit);
  if (worst.length < 2) return [text];
  const names = worst.slice(0, LEGS_NAMED).map((leg) => `${leg.leg} ${percentOf(leg.lost, leg.hit)}`);
  return [`${text}: ${names.join(', ')}${worst.length > LEGS_NAMED ? ', …' : ''}`];
}
