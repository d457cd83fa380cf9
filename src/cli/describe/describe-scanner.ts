import { counted } from '../../base/text.js';
import type { CataloguedScanner } from '../../scanner/load-scanner.js';
import type { LaserChannel, MirrorSwing, RotatingPolygon, Scanner } from '../../scanner/scanner.js';
import { formatCount, formatTable } from './format.js';

/** A scanner's numbers for people, in the units of data sheets; the second column of each row may be long. */
export function describeScanner(scanner: CataloguedScanner): string[] {
  const { pulse, receiver, detection } = scanner;
  return [
    ...formatTable([
      ['id', scanner.id],
      ['name', scanner.name],
      ['wavelength', `${scanner.wavelengthNm} nm`],
      ['divergence', `${digits(scanner.divergence * 1e3)} mrad (1/e2 half angle)`],
      ['beam at exit', `${digits(scanner.exitRadius * 2e3)} mm (1/e2 diameter)`],
      ['pulse', `${digits(pulse.energy * 1e6)} µJ, ${digits(pulse.duration * 1e9)} ns`],
      ['receiver', `${digits(receiver.diameter * 1e3)} mm, efficiency ${digits(receiver.efficiency)}`],
      ['range', `${digits(detection.rangeMin)}-${digits(detection.rangeMax)} m`],
      ['range noise', `${digits(detection.rangeNoise * 1e3)} mm`],
      ['returns', `${detection.maxReturns} at most, ${digits(detection.rangeResolution)} m apart`],
      ['detects', `${detection.minEnergy.toExponential(2)} J and more`],
      ...describeDeflector(scanner),
      ...describeHead(scanner),
      ...describeLasers(scanner.channels),
    ]),
    'source',
    ...indented(scanner.source),
    ...(scanner.unchecked === undefined
      ? []
      : ['not compared with a document of the maker', ...indented(scanner.unchecked)]),
  ];
}

const indented = (text: string) => text.split('\n').map((line) => `  ${line.trim()}`);

/** A scanner for programs: SI units; of a pattern, which may have millions of shots, their number. */
export function scannerJson(scanner: Scanner): object {
  const { deflector } = scanner;
  if (deflector.kind !== 'pattern') return scanner;
  const { directions, ...rest } = deflector;
  return { ...scanner, deflector: { ...rest, shots: directions.length / 3 } };
}

/** What the deflector does, in words. */
function describeDeflector({ deflector, channels }: Scanner): string[][] {
  switch (deflector.kind) {
    case 'spinning':
      return [
        ['deflector', `${channels.length} lasers on a head that spins ${digits(deflector.rotationRateHz)} times/s`],
        ['firing', `every ${digits(deflector.firingPeriod * 1e6)} µs`],
      ];
    case 'polygon':
      return describePolygon(deflector);
    case 'line':
      return [
        ['deflector', `${deflector.fibres} fibres side by side, one after the other, ${rate(deflector)}`],
        ['scan angle', `±${degrees(deflector.halfAngle)}`],
      ];
    case 'parallel':
    case 'zigzag':
      return [
        ['deflector', `lines ${deflector.kind === 'zigzag' ? 'to and fro' : 'all the same way'}, ${rate(deflector)}`],
        ['lines', `${digits(deflector.scanRateHz)} a second, ${degrees(deflector.fieldOfView)} wide`],
      ];
    case 'oscillating':
      return [
        ['deflector', `mirror that swings to and fro ${digits(deflector.scanRateHz)} times/s, ${rate(deflector)}`],
        ['scan angle', `±${degrees(deflector.halfAngle)}, ${motionOf(deflector)}`],
      ];
    case 'conic':
      return [
        ['deflector', `beam that goes round a cone ${digits(deflector.rotationRateHz)} times/s, ${rate(deflector)}`],
        ['cone', `half angle ${coneOf(deflector.halfAngleAcross, deflector.halfAngleAlong)}`],
      ];
    case 'palmer':
      return [
        ['deflector', `mirror that nutates ${digits(deflector.rotationRateHz)} times/s, ${rate(deflector)}`],
        ['mirror', `${degrees(deflector.mirrorTilt)} off its shaft, light comes in at ${degrees(deflector.incidence)}`],
      ];
    case 'risley':
      return [
        ['deflector', `${counted(deflector.prisms.length, 'turning wedge prism')}, ${rate(deflector)}`],
        ...deflector.prisms.map(({ angle, refractiveIndex, rotationRateHz }, k) => [
          `prism ${k + 1}`,
          `${degrees(angle)}, index ${refractiveIndex}, ${digits(rotationRateHz)} turns/s`,
        ]),
      ];
    case 'mems':
      return [
        ['deflector', `mirror that tilts about two axes, ${rate(deflector)}`],
        ['azimuth', swingOf(deflector.horizontal)],
        ['elevation', swingOf(deflector.vertical)],
      ];
    case 'pattern':
      return [['deflector', `pattern of ${formatCount(deflector.directions.length / 3)} shots, ${rate(deflector)}`]];
  }
}

function describePolygon(deflector: RotatingPolygon): string[][] {
  const { horizontalStep, facetTilts, shaftInclination } = deflector;
  const between = horizontalStep > 0 ? `, ${degrees(horizontalStep)} between lines` : '';
  const rows = [
    ['deflector', `rotating polygon, ${rate(deflector)} in the window`],
    ['elevation', `${degrees(deflector.elevationMin)}…${degrees(deflector.elevationMax)}${facetOf(deflector)}`],
    ['steps', `${degrees(deflector.verticalStep)} along a line${between}`],
    ['lines', `${digits(deflector.lineRateMaxHz)} a second at most`],
  ];
  if (facetTilts !== undefined) rows.push(['facets', `tilted by ${facetTilts.map(degrees).join(', ')}`]);
  if (shaftInclination !== undefined) rows.push(['shaft', `inclined by ${degrees(shaftInclination)}`]);
  return rows;
}

const facetOf = ({ facetAngle }: RotatingPolygon) =>
  facetAngle === undefined ? '' : `, of ${degrees(facetAngle)} that a facet sweeps`;

function describeHead({ head }: Scanner): string[][] {
  if (head === undefined) return [];
  return [['head', `turns ${degrees(head.rate)}/s about (${head.axis.map(digits).join(', ')})`]];
}

/** Where lasers look and leave, where there is more to say than one straight ahead. */
function describeLasers(channels: readonly LaserChannel[]): string[][] {
  const rows: string[][] = [];
  if (channels.length > 1) {
    rows.push(['lasers', String(channels.length)]);
    rows.push(['elevations', extent(channels.map(({ elevation }) => elevation))]);
    rows.push(['azimuths', extent(channels.map(({ azimuthOffset }) => azimuthOffset))]);
  } else {
    const [{ elevation, azimuthOffset, roll }] = channels;
    if (elevation !== 0 || azimuthOffset !== 0 || roll !== 0)
      rows.push(['emitter', `pitch ${degrees(elevation)}, heading ${degrees(azimuthOffset)}, roll ${degrees(roll)}`]);
  }
  const [{ origin }] = channels;
  if (origin.some((value) => value !== 0))
    rows.push([
      'origin',
      `(${origin.map((value) => digits(value)).join(', ')}) m${channels.length > 1 ? ', of the first' : ''}`,
    ]);
  return rows;
}

const extent = (angles: readonly number[]) => `${degrees(Math.min(...angles))}…${degrees(Math.max(...angles))}`;

const motionOf = ({ motion, turningPulses }: { motion: string; turningPulses: number }) =>
  motion === 'sinusoidal' ? 'as a sine' : `even, turns of ${turningPulses} pulses`;

const coneOf = (across: number, along: number) =>
  across === along ? degrees(across) : `${degrees(across)} across, ${degrees(along)} along`;

const swingOf = ({ amplitude, rateHz, waveform }: MirrorSwing) =>
  `±${degrees(amplitude)}, ${digits(rateHz)} times/s, ${waveform}`;

const rate = ({ pulseRateHz }: { pulseRateHz: number }) => `${digits(pulseRateHz)} pulses/s`;
const digits = (value: number) => String(Number(value.toPrecision(4)));
const degrees = (angle: number) => `${digits((angle * 180) / Math.PI)}°`;
