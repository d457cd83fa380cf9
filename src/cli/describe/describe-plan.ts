import { DEGREE } from '../../base/angle.js';
import { counted } from '../../base/text.js';
import { type CoverageShares, coverageShares } from '../../planning/plan-map.js';
import type { RangeZones } from '../../planning/scanner/range-zones.js';
import type { AnyPlan, DrivePlan, FlightPlan, StationPlan } from '../../planning/survey-plan.js';
import { formatCount, formatSeconds, formatShort, formatTable } from './format.js';

/** A plan as text: its data in a table, then its legs, then the planner's decisions. */
export function describePlan(plan: AnyPlan): string[] {
  const rows = [...commonRows(plan), ...ownRows(plan), ['coverage', describeShares(plan)]];
  return [...formatTable(rows), ...legTable(plan), ...plan.notes.map((note) => `note: ${note}`)];
}

/** The head of the written survey. */
export function planHeader(plan: AnyPlan): string[] {
  return [TITLES[plan.kind](plan as never), ...formatTable(ownRows(plan)), ...plan.notes];
}

const TITLES = {
  als: (plan: FlightPlan) => flightTitle('Flight of an aircraft', plan),
  uav: (plan: FlightPlan) => flightTitle('Flight of a drone', plan),
  mls: ({ length, speed }: DrivePlan) => `Drive of ${metres(length)} at ${number(speed)} m/s`,
  tls: ({ stations }: StationPlan) => `${counted(stations.length, 'station')} of a tripod`,
};

const flightTitle = (what: string, { lines, height }: FlightPlan): string =>
  `${what}: ${counted(lines.length, 'line')}, ${metres(height)} above ground`;

const number = (value: number): string => String(Number(value.toPrecision(4)));
/** A coordinate to the centimetre, however large: four digits of a national grid are kilometres. */
const coordinate = (value: number): string => String(Number(value.toFixed(2)) + 0);
const metres = (value: number): string =>
  Math.abs(value) < 1
    ? `${number(value * 100)} cm`
    : `${Math.abs(value) < 1000 ? number(value) : formatCount(value)} m`;
const degrees = (value: number): string => `${number(value / DEGREE)}°`;
const percent = (value: number): string => `${(100 * value).toFixed(1)} %`;

function commonRows(plan: AnyPlan): string[][] {
  const { area, scanner, scanTime, totalTime } = plan;
  const hectares = 'areaSize' in plan ? `${number(plan.areaSize / HECTARE)} ha, ` : '';
  const [width, depth] = [area.max[0] - area.min[0], area.max[1] - area.min[1]];
  const whole = totalTime > scanTime ? `, ${formatSeconds(totalTime)} with the ways between` : '';
  return [
    ['scanner', `${scanner.name} (${scanner.id})`],
    ['area', `${hectares}${metres(width)} x ${metres(depth)}, from ${area.min.map(coordinate).join(', ')}`],
    ['time', `${formatSeconds(scanTime)} of scanning${whole}`],
  ];
}

function ownRows(plan: AnyPlan): string[][] {
  switch (plan.kind) {
    case 'mls':
      return driveRows(plan);
    case 'tls':
      return stationRows(plan);
    default:
      return flightRows(plan);
  }
}

/** Square metres. */
const HECTARE = 10_000;

/** A height in metres with one decimal; no negative zero. */
const level = (z: number): string => (Math.round(z * 10) / 10 + 0).toFixed(1);

function flightRows(plan: FlightPlan): string[][] {
  const { lines, ground, altitude, distances, density } = plan;
  const total = lines.reduce((sum, { length }) => sum + length, 0);
  const count = lines.length - plan.tieCount;
  const ties = plan.tieCount === 0 ? '' : ` and ${counted(plan.tieCount, 'tie line')}`;
  const over = { highest: 'the highest ground', mean: 'the mean ground', terrain: 'the ground, following it' };
  const [low, high] = altitude.map(level);
  return [
    ['lines', `${count}${ties}, ${metres(total)} in all, heading ${degrees(plan.heading)} and back`],
    ['height', `${metres(plan.height)} above ${over[plan.reference]}; z ${low === high ? low : `${low} to ${high}`} m`],
    ['ground', `z ${level(ground.low)} to ${level(ground.high)} m, ${level(ground.mean)} m on average`],
    ['speed', `${number(plan.speed)} m/s`],
    ['swath', `${metres(plan.swathWidth)} wide, ${degrees(plan.fieldOfView)} across`],
    ...(count > 1 ? [['spacing', `${metres(plan.spacing)} between lines, overlap ${percent(plan.overlap)}`]] : []),
    ['pulses', `${formatShort(plan.pulseRateHz)} a second leave the scanner${lineWords(plan)}`],
    [
      'density',
      `${number(density.area)} points/m² over the area; ${number(density.strip)} in a strip${count > 1 ? `, ${number(density.block)} with overlaps on either side` : ''}`,
    ],
    ['', `${number(density.median)} in the median of a strip, ${number(density.minimum)} where they are sparsest`],
    ...distanceRows(plan),
    ['range', `${metres(distances.rangeMin)} to ${metres(distances.rangeMax)}`],
    ['zones', `${zoneText(plan.zones)} of ${metres(plan.zones.width)} at ${kilohertz(plan.zones)}`],
    ...(plan.zones.others.length > 0 ? [['', otherZones(plan)]] : []),
  ];
}

const lineWords = ({ lineRateHz }: FlightPlan): string =>
  lineRateHz === undefined ? '' : `, in ${number(lineRateHz)} lines`;

const kilohertz = ({ pulseRateHz }: RangeZones): string => `${number(pulseRateHz / 1000)} kHz`;

/** Zones of ambiguity that the ranges fall in. */
const zoneText = ({ first, last }: RangeZones): string =>
  first === last ? `all in zone ${first}` : `in zones ${first} to ${last}, across an edge,`;

const otherZones = ({ zones: { others } }: FlightPlan): string =>
  `at ${others.map((zones) => `${kilohertz(zones)} ${zones.first === zones.last ? zones.first : `${zones.first} to ${zones.last}`}`).join(', ')}`;

function distanceRows({ distances: { along, across, acrossEdge } }: FlightPlan): string[][] {
  if (along === undefined || across === undefined || acrossEdge === undefined) return [];
  return [
    [
      'points',
      `${metres(along)} apart along the flight, ${metres(across)} across in the middle, ${metres(acrossEdge)} at the edge`,
    ],
  ];
}

function driveRows(plan: DrivePlan): string[][] {
  const { lineSpacing, pointSpacing, referenceRange } = plan;
  const lines = lineSpacing === undefined ? [] : [['lines', `${metres(lineSpacing)} apart along the way`]];
  const points =
    pointSpacing === undefined ? [] : [['points', `${metres(pointSpacing)} apart on a line, ${referenceRange} m away`]];
  return [
    ['way', `${metres(plan.length)} at ${number(plan.speed)} m/s`],
    [
      'pulses',
      `${formatShort(plan.pulseRateHz)} a second, ${formatShort(plan.pulsesPerMetre)} for each metre of the way`,
    ],
    ...lines,
    ...points,
  ];
}

function stationRows(plan: StationPlan): string[][] {
  return [
    ['stations', `${plan.stations.length} of ${plan.candidates} places tried, ${formatSeconds(plan.stationTime)} each`],
    [
      'seen',
      `${percent(plan.coverage)} of the surface visible from any of the places; ${percent(plan.wanted)} required`,
    ],
    [
      'hidden',
      `${percent(plan.unseen / plan.targets)} of all surface is seen from nowhere (${counted(plan.targets, 'point')} tried)`,
    ],
  ];
}

function describeShares(plan: AnyPlan): string {
  const { none, once, more }: CoverageShares = coverageShares(plan.map);
  const { one, many } = plan.map.seenBy;
  return `${percent(once)} of the map by one ${one}, ${percent(more)} by several ${many}, ${percent(none)} by none`;
}

function legTable(plan: AnyPlan): string[] {
  if (plan.kind === 'mls') return [];
  if (plan.kind === 'tls')
    return formatTable(
      plan.stations.map(({ name, position, gain, shared, where }) => [
        name,
        position.map((value) => value.toFixed(2)).join(', '),
        `adds ${percent(gain)}`,
        `shares ${percent(shared)}`,
        where === 'on top' ? 'outside, above a ceiling' : where,
      ]),
      [2, 3],
    );
  return formatTable(
    plan.lines.map(({ name, length, time }) => [name, `${length.toFixed(1)} m`, formatSeconds(time)]),
    [1, 2],
  );
}

/** The same as JSON: metres, seconds, degrees. */
export function planJson(plan: AnyPlan): object {
  const { source, scanner, mount, legs, map, sections, references: _stated, ...own } = plan;
  const flight = plan.kind === 'als' || plan.kind === 'uav' ? flightJson(plan) : {};
  return {
    ...own,
    ...flight,
    scene: source.file,
    scanner: scanner.id,
    platform: sections.platform,
    mount: { ...mount, heading: mount.heading / DEGREE, pitch: mount.pitch / DEGREE, roll: mount.roll / DEGREE },
    legs: legs.map(({ section }) => section),
    shares: coverageShares(map),
  };
}

/** Numbers of a flight in degrees, and its lines without their paths, which its legs have. */
const flightJson = ({ heading, fieldOfView, lines }: FlightPlan) => ({
  heading: heading / DEGREE,
  fieldOfView: fieldOfView / DEGREE,
  lines: lines.map(({ path: _path, ...line }) => line),
});
