import type { CataloguedScanner } from '../catalogued-scanner.js';
import { deflectorKind } from '../deflectors/index.js';
import { digits, inDegrees } from '../deflectors/words.js';
import { peakRate } from '../peak-rate.js';
import { recordedReturns } from '../recorded-returns.js';
import type { Detection, Divergence, LaserChannel, Scanner } from '../scanner.js';
import { samplingRows } from './receiver-rows.js';
import { recordedRows, settableRows } from './recorded-rows.js';

/** Rows of a name and a text. */
export type SheetRows = string[][];

/** A scanner's numbers as rows of a name and a text, in the units of data sheets. */
export function scannerSheet(scanner: CataloguedScanner): SheetRows {
  const { pulse, receiver, detection } = scanner;
  return [
    ['id', scanner.id],
    ['name', scanner.name],
    ['wavelength', `${scanner.wavelengthNm} nm`],
    ['divergence', describeDivergence(scanner.divergence)],
    ['beam at exit', `${digits(scanner.exitRadius * 2e3)} mm (1/e2 diameter)`],
    ['pulse', `${digits(pulse.energy * 1e6)} µJ, ${digits(pulse.duration * 1e9)} ns`],
    ['receiver', `${digits(receiver.diameter * 1e3)} mm, efficiency ${digits(receiver.efficiency)}`],
    ...samplingRows(scanner),
    ['range', `${digits(detection.rangeMin)}-${digits(detection.rangeMax)} m`],
    ['range noise', describeRangeNoise(detection)],
    ...describeAngleNoise(detection),
    ...describeErrors(detection),
    ...describeArtefacts(detection),
    ...describeReturns(scanner),
    ...recordedRows(scanner),
    ...deflectorKind(scanner.deflector).describe(scanner.deflector, scanner.channels.length),
    ...settableRows(scanner),
    ...describeHead(scanner),
    ...describeLasers(scanner.channels),
  ];
}

/** One number for a round beam, otherwise two. */
function describeDivergence({ horizontal, vertical }: Divergence): string {
  const angles = horizontal === vertical ? [horizontal] : [horizontal, vertical];
  return `${angles.map((angle) => digits(angle * 1e3)).join(' x ')} mrad (1/e2 half angle)`;
}

/** In the form of data sheets: `5 mm + 10 ppm`. */
function describeRangeNoise({ rangeNoise, rangeNoiseFormula, rangeNoisePerMetre }: Detection): string {
  const grown = rangeNoisePerMetre === 0 ? '' : ` + ${digits(rangeNoisePerMetre * 1e6)} ppm`;
  return rangeNoiseFormula === undefined ? `${digits(rangeNoise * 1e3)} mm${grown}` : `${rangeNoiseFormula} m${grown}`;
}

function describeAngleNoise({ axisAngleNoise, rayAngleNoise }: Detection): string[][] {
  if (axisAngleNoise === 0 && rayAngleNoise === 0) return [];
  return [['angle noise', `${inDegrees(axisAngleNoise)} about the axis, ${inDegrees(rayAngleNoise)} of the ray`]];
}

function describeErrors({ systematicErrors = {} }: Detection): string[][] {
  const { headAway: _, ...errors } = systematicErrors;
  const names = Object.keys(errors);
  return names.length === 0 ? [] : [['systematic errors', names.join(', ')]];
}

function describeArtefacts({ artefacts = {} }: Detection): string[][] {
  const names = Object.keys(artefacts);
  return names.length === 0 ? [] : [['artefacts', names.join(', ')]];
}

/** Number of returns, their method, and the weakest one in the quantity that the method compares. */
function describeReturns({ detection, pulse, sampling }: Scanner): string[][] {
  const { rangeResolution, minEnergy, method = 'peaks', returns = 'all' } = detection;
  const most = `${recordedReturns(detection)} at most${returns === 'all' ? '' : ` (${returns})`}`;
  if (sampling !== undefined) return [['returns', `${most}, detected in the samples`]];
  const energy = `${minEnergy.toExponential(2)} J`;
  const power = `${(minEnergy * peakRate(pulse.duration)).toExponential(2)} W`;
  return method === 'clusters'
    ? [
        ['returns', `${most}, clusters ${digits(rangeResolution)} m apart`],
        ['detects', `${energy} and more`],
      ]
    : [
        ['returns', `${most}, peaks of the waveform`],
        ['detects', `peaks of ${power} and more (${energy} from a flat target)`],
      ];
}

function describeHead({ head }: Scanner): string[][] {
  if (head === undefined) return [];
  return [['head', `turns ${inDegrees(head.rate)}/s about (${head.axis.map(digits).join(', ')})`]];
}

/** Directions and origins of the lasers, unless there is just one straight ahead. */
function describeLasers(channels: readonly LaserChannel[]): string[][] {
  const rows: string[][] = [];
  if (channels.length > 1) {
    rows.push(['lasers', String(channels.length)]);
    rows.push(['elevations', extent(channels.map(({ elevation }) => elevation))]);
    rows.push(['azimuths', extent(channels.map(({ azimuthOffset }) => azimuthOffset))]);
  } else {
    const [{ elevation, azimuthOffset, roll }] = channels;
    if (elevation !== 0 || azimuthOffset !== 0 || roll !== 0)
      rows.push([
        'emitter',
        `pitch ${inDegrees(elevation)}, heading ${inDegrees(azimuthOffset)}, roll ${inDegrees(roll)}`,
      ]);
  }
  const [{ origin }] = channels;
  if (origin.some((value) => value !== 0))
    rows.push([
      'origin',
      `(${origin.map((value) => digits(value)).join(', ')}) m${channels.length > 1 ? ', of the first' : ''}`,
    ]);
  return rows;
}

const extent = (angles: readonly number[]) => `${inDegrees(Math.min(...angles))}…${inDegrees(Math.max(...angles))}`;
