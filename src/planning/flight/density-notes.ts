import { significant } from '../../base/significant.js';
import type { DensityMeasure } from '../plan-request.js';
import { FLIGHT_DEFAULTS, type FlightRequest } from '../plan-request.js';
import type { PlanSource } from '../plan-source.js';
import type { DownScanner } from '../scanner/aim-scanner.js';
import { definitionOf, type PlannedScanner } from '../scanner/choose-scanner.js';
import { offeredPulseRates } from '../scanner/free-rates.js';
import { laserRateOf } from '../scanner/set-pace.js';
import type { LaidLines } from './lay-lines.js';
import { DENSITY_SLACK, reachedDensity } from './settle-pace.js';

const MEANT: Readonly<Record<DensityMeasure, string>> = {
  strip: 'in a strip',
  minimum: 'where they are sparsest',
  area: 'over the area',
};

/** What a required density has set, and by how much it is missed. */
export function densityNotes(camera: DownScanner, laid: LaidLines, request: FlightRequest): string[] {
  if (request.density === undefined) return [];
  return [...choiceNotes(camera, laid), ...missNotes(camera, laid, request, request.density)];
}

function choiceNotes({ free, chosen: before }: DownScanner, { chosen, rates, pace }: LaidLines): string[] {
  const rate = laserRateOf(chosen.scanner);
  const isOther = rate !== laserRateOf(before.scanner);
  return [
    ...(pace.chosen === 'speed' ? [`the speed is chosen for the density: ${short(pace.speed)} m/s`] : []),
    ...(pace.chosen === 'overlap' ? [overlapNote(pace.overlap)] : []),
    ...(free.pulseRates !== undefined && isOther ? [`the pulse rate is chosen for the density: ${rate} Hz`] : []),
    ...(free.lines !== undefined && rates.lineRateHz !== undefined
      ? [
          `the rate of lines is chosen so that points are as far apart along as across: ${short(rates.lineRateHz)} a second`,
        ]
      : []),
  ];
}

const overlapNote = (overlap: number): string =>
  `the overlap (and with it the distance between lines) is chosen for the density: ${(100 * overlap).toFixed(1)} %`;

function missNotes(camera: DownScanner, laid: LaidLines, request: FlightRequest, wanted: number): string[] {
  const measure = request.densityOf ?? FLIGHT_DEFAULTS.densityOf;
  const found = reachedDensity(laid.density, measure);
  const excess = found / wanted - 1;
  if (excess < -DENSITY_SLACK) return [shortOf(found, wanted)];
  // Over an area, that of a block without end counts as well.
  const least = measure === 'area' ? Math.min(found, laid.density.block) / wanted - 1 : excess;
  if (least <= DENSITY_SLACK) return [];
  const by = `${short(found)} points/m² ${MEANT[measure]} are ${(100 * excess).toFixed(0)} % more than the ${wanted} required`;
  return [`${by}: ${reasonOf(camera, laid)}`];
}

const shortOf = (found: number, wanted: number): string =>
  `over the area itself there are ${significant(found, 3)} points/m², less than the ${wanted} required: fewer lines cover its edges; fly slower, or require more`;

function reasonOf({ free: { pulseRates } }: DownScanner, { pace: { limit }, chosen }: LaidLines): string {
  const rate = laserRateOf(chosen.scanner);
  const lower = `the next pulse rate below ${rate / 1000} kHz`;
  if (pulseRates === undefined) return `${limit === undefined ? '' : `${limit}, and `}the pulse rate is not free`;
  if (rate === pulseRates.hz[0])
    return `${limit === undefined ? '' : `${limit}, and `}${rate / 1000} kHz is the lowest pulse rate`;
  return limit === undefined ? `${lower} has too few` : `${limit}; at ${lower} the flight would take longer`;
}

/** Whether the range of a scanner is told for its pulse rate. */
export function rangeByRateNotes(source: PlanSource, { scanner, section }: PlannedScanner): string[] {
  const definition = definitionOf(source, section);
  const { unknown = [] } = definition;
  const [lowest] = offeredPulseRates(definition)?.hz ?? [];
  const rate = laserRateOf(scanner);
  const isTold = !unknown.includes('rangeByRate') || source.detector.rangeMax !== undefined;
  if (isTold || lowest === undefined || rate <= lowest) return [];
  return [
    `the range of ${scanner.detection.rangeMax} m holds for the lowest pulse rate, ${lowest / 1000} kHz: at ${rate / 1000} kHz ${scanner.name} sees less far, how far its sources do not tell`,
  ];
}

const short = (value: number): string => significant(value, 4);
