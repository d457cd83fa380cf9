import { UserError } from '../../base/errors.js';
import { type DensityMeasure, FLIGHT_DEFAULTS } from '../plan-request.js';
import type { PlanSource } from '../plan-source.js';
import { densityOf, formulaOf } from '../scanner/scan-density.js';
import { type Outlook, setPace } from '../scanner/set-pace.js';
import type { FlightDensity } from '../survey-plan.js';
import { checkRanges } from './check-ranges.js';
import { expectedDepths } from './flight-heights.js';
import { widthAcross } from './flight-lines.js';
import { type FlightParts, type LaidLines, layLines, widthOf } from './lay-lines.js';

/** Largest number of times that lines are laid out; each makes the estimate of the density better. */
const ROUNDS = 6;
/** Relative change of the estimate that ends the search. */
const SETTLED = 1e-3;
/** Share of a density that the estimate over the area may be in error by. */
export const DENSITY_SLACK = 0.01;

/** The density of a plan that a measure names. */
export const reachedDensity = (density: FlightDensity, measure: DensityMeasure = FLIGHT_DEFAULTS.densityOf): number =>
  ({ strip: density.median, minimum: density.minimum, area: density.area })[measure];

/**
 * Lines at the pace and the rates that reach a required density as they are flown: what the lines reach, in proportion
 * to the formula, is put into the formula, until both agree. Throws UserError for a height that is out of range, and
 * for a density that cannot be reached.
 */
export async function settlePace(source: PlanSource, parts: FlightParts): Promise<LaidLines> {
  const { camera, area } = parts;
  const isSingle = widthAcross(area.outlines, area.heading) <= widthOf(camera.swath, parts.request.height);
  // Where one line covers the area, nothing overlaps.
  const request = isSingle ? { ...parts.request, overlap: 0 } : parts.request;
  const { nearest, depth } = expectedDepths(parts.below, request);
  const outlook: Outlook = { gain: 1, nearest, longest: depth * camera.swath.farthest };
  const first = await firstLines(source, { ...parts, request }, outlook);
  if (request.density === undefined) return first;
  return refine(source, { ...parts, request }, outlook, first);
}

/** A height that is out of range is reported before a density that cannot be reached. */
async function firstLines(source: PlanSource, parts: FlightParts, outlook: Outlook): Promise<LaidLines> {
  try {
    return await layLines(parts, setPace(source, parts.camera, parts.request, outlook));
  } catch (error) {
    if (!(error instanceof UserError) || parts.request.density === undefined) throw error;
    const request = { ...parts.request, density: undefined };
    const usual = await layLines({ ...parts, request }, setPace(source, parts.camera, request, outlook));
    checkRanges(usual.chosen.scanner, usual.heights, parts.camera.swath, request);
    throw error;
  }
}

async function refine(source: PlanSource, parts: FlightParts, outlook: Outlook, first: LaidLines): Promise<LaidLines> {
  let [laid, { gain }] = [first, outlook];
  for (let round = 1; round < ROUNDS; round++) {
    const next = gainOf(parts, laid);
    if (Math.abs(next / gain - 1) < SETTLED) break;
    gain = next;
    try {
      laid = await layLines(parts, setPace(source, parts.camera, parts.request, { ...outlook, gain }));
    } catch (error) {
      // Over an area with edges that fewer lines cover, a note says by how much its mean falls short.
      if (!(error instanceof UserError) || formulaOf(parts.request.densityOf) !== 'block') throw error;
      break;
    }
  }
  return laid;
}

/** What lines reach, as a multiple of the formula. Over an area no more than 1: a block without end has it as well. */
function gainOf({ request, camera }: FlightParts, { density, rates, pace }: LaidLines): number {
  const formula = formulaOf(request.densityOf);
  const expected = densityOf(rates.pulseRateHz, widthOf(camera.swath, request.height), pace)[formula];
  const gain = reachedDensity(density, request.densityOf) / expected;
  return formula === 'block' ? Math.min(1, gain) : gain;
}
