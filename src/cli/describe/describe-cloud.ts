import { counted } from '../../base/text.js';
import { type Box3, isEmptyBox } from '../../base/vec3.js';
import { type CloudStatistics, missesIn } from '../../cloud/statistics.js';
import type { LimitRow } from '../../cloud/tone-mapping/amplitude-limits.js';
import { crsTitle } from '../../crs/crs.js';
import { cloudUnits, oddUnits } from '../../io/clouds/cloud-units.js';
import type { Octree, OctreePart } from '../../io/copc/octree-part.js';
import type { ExtraField } from '../../io/las/extra-bytes.js';
import { lasColumns } from '../../io/las-files/las-columns.js';
import type { LasFile } from '../../io/las-files/las-file.js';
import type { CloudDescription, CloudSummary, ReadableCloud } from '../../io/records/readable-cloud.js';
import type { TableCloud } from '../../io/tables/table-cloud.js';
import { asprsClassName } from '../../scene/labels/asprs-classes.js';
import { cloudDensity, densityFacts, describeStrips } from './describe-coverage.js';
import { formatBytes, formatCount, formatCounted, formatTable } from './format.js';

/** A cloud whose points were counted, or whose file states its facts. */
type Described<Cloud extends ReadableCloud = ReadableCloud> = CloudDescription<Cloud> | CloudSummary<Cloud>;
type TableDescription = Described<TableCloud>;

const isLas = (cloud: Described): cloud is Described<LasFile> => cloud.format === 'las';

/** The content of a cloud's file as text. */
export function describeCloudFile(cloud: Described): string[] {
  const { statistics, path, bytes, warnings } = cloud;
  const facts = [
    ['file', `${path}, ${formatBytes(bytes)}`],
    ...(isLas(cloud) ? lasFacts(cloud) : tableFacts(cloud as TableDescription)),
  ];
  if (!statistics) facts.push(...statedFacts(cloud));
  else if (!isEmptyBox(statistics.bounds)) facts.push(...statisticFacts(cloud, statistics));
  const density = statistics && cloudDensity(cloud, statistics);
  if (density) facts.push(...densityFacts(density));
  return [
    ...formatTable(facts),
    ...(has(cloud, 'return_number') ? section('returns', returnRows(pointsByReturn(cloud) ?? [])) : []),
    ...(statistics && has(cloud, 'classification')
      ? section('classes', classRows(statistics.pointsByClass, cloud.classNames))
      : []),
    ...(density ? describeStrips(density) : []),
    ...(isLas(cloud) ? section('extra bytes', extraRows(cloud)) : []),
    ...warnings.map((warning) => `warning: ${warning}`),
  ];
}

const lasFacts = ({ header, statistics, octree, part, ...cloud }: Described<LasFile>): string[][] => [
  [
    'format',
    `${octree ? 'COPC 1.0, ' : ''}${header.compressed ? 'LAZ' : 'LAS'} ${header.versionMajor}.${header.versionMinor}, point format ${header.pointFormat}`,
  ],
  ['made by', `${header.generatingSoftware || 'unknown'}, day ${header.creationDayOfYear} of ${header.creationYear}`],
  [
    'points',
    part
      ? `${formatCount(cloud.pointCount)} of ${formatCount(part.allPoints)}`
      : statistics
        ? pointsText(statistics)
        : formatCount(cloud.pointCount),
  ],
  ...(octree ? [['octree', octreeText(octree, part)]] : []),
  ['scale', header.scale.join(', ')],
  ['reference', referenceOf(cloud)],
  ...unitFacts(cloud),
  ...(cloud.limitRows ? [['energy', `follows from the intensity, which is 0 at ${limitText(cloud.limitRows)}`]] : []),
];

/** `2.0e-16 J`, or the range of several. */
function limitText(rows: readonly LimitRow[]): string {
  const [least, most] = [Math.min, Math.max].map((end) => end(...rows.map(({ minEnergy }) => minEnergy)));
  return least === most ? `${least.toPrecision(3)} J` : `${least.toPrecision(3)} … ${most.toPrecision(3)} J`;
}

/** `7 levels, 117 nodes, 0.95 m between points of the first; read: 5 levels`. */
function octreeText({ levels, spacing }: Octree, part: OctreePart | undefined): string {
  const nodes = levels.reduce((sum, level) => sum + level.nodes, 0);
  const all = `${counted(levels.length, 'level')}, ${counted(nodes, 'node')}, ${spacing.toPrecision(3)} m between points of the first`;
  return part ? `${all}; read: ${counted(part.levels, 'level')}` : all;
}

/** Empty cells of organised clouds count as points of a file, and so do misses. */
function pointsText({ points, placeless, missesBySource }: CloudStatistics): string {
  const misses = missesIn({ missesBySource });
  return [
    formatCount(points),
    ...(placeless > 0 ? [`${formatCount(placeless)} of them without a place`] : []),
    ...(misses > 0 ? [`${formatCount(misses)} of them misses: pulses without a return`] : []),
  ].join(', ');
}

const tableFacts = ({
  title,
  software,
  grid,
  crs,
  units,
  fields,
  statistics,
  pointCount,
}: TableDescription): string[][] => [
  ['format', title],
  ...(software ? [['made by', software]] : []),
  ['points', statistics ? pointsText(statistics) : formatCount(pointCount)],
  ...(grid ? [['grid', `${formatCounted(grid.width, 'column')}, ${formatCounted(grid.height, 'row')}`]] : []),
  ...(crs ? [['reference', crsTitle(crs)]] : []),
  ...unitFacts({ units }),
  ['columns', fields.map(({ name }) => name).join(', ')],
];

/**
 * Whether a cloud has the attribute `name`; LAS has all of these, except for objects, which are in extra bytes only.
 */
const has = (cloud: Described, name: string): boolean =>
  isLas(cloud)
    ? name !== 'instance' || lasColumns(cloud).some(({ key }) => key === 'instance')
    : (cloud as TableDescription).attributes.includes(name);

/** The box of a cloud in the units of its file; degrees to a ten-millionth, a centimetre. */
function boxFacts(cloud: Described, { min, max }: Box3): string[][] {
  const { plane, height } = cloudUnits(cloud);
  return [plane, plane, height].map(({ symbol, kind }, axis) => {
    const format = (value: number) => value.toFixed(kind === 'angle' ? 7 : 3);
    return ['xyz'[axis], `${format(min[axis])} … ${format(max[axis])}${symbol === '°' ? '°' : ` ${symbol}`}`];
  });
}

/** Statements of a file about points that were not read. */
const statedFacts = ({ bounds, ...cloud }: Described): string[][] => [
  ...(bounds ? boxFacts(cloud, bounds) : []),
  ['read', 'no point: --stats reads all, for their extent, intensities, times and classes'],
];

/** Points of each return, as counted or as stated; undefined: the file does not state them. */
const pointsByReturn = (cloud: Described): readonly number[] | undefined =>
  cloud.statistics?.pointsByReturn ?? (isLas(cloud) ? [0, ...cloud.header.pointsByReturn] : undefined);

function statisticFacts(
  cloud: Described,
  { bounds, intensity, gpsTime, timeFall, instances }: CloudStatistics,
): string[][] {
  // Points of an octree are not in the order of their times.
  const fall =
    timeFall > 0 && !(isLas(cloud) && cloud.octree)
      ? `, falls by up to ${timeFall.toPrecision(2)} s from a point to the next`
      : '';
  const times = gpsTime.min <= gpsTime.max ? `${gpsTime.min} … ${gpsTime.max}${fall}` : 'no finite number';
  return [
    ...boxFacts(cloud, bounds),
    ...(has(cloud, 'intensity') ? [['intensity', `${intensity.min} … ${intensity.max}`]] : []),
    ...(has(cloud, 'gps_time') ? [['GPS time', times]] : []),
    ...(has(cloud, 'instance') ? [['objects', formatCount(instances)]] : []),
  ];
}

const extraRows = ({ extraFields }: Described<LasFile>): string[][] =>
  extraFields.map((field) => [field.name, storageOf(field), field.description]);

/** `i16, in steps of 0.001` */
const storageOf = ({ type, bytes, scale }: ExtraField): string =>
  `${type ?? `${bytes} bytes`}${scale === 1 ? '' : `, in steps of ${scale}`}`;

/** The units of coordinates that are not all metres. */
function unitFacts(cloud: Pick<ReadableCloud, 'units'>): string[][] {
  const units = oddUnits(cloud);
  return units === undefined ? [] : [['unit', units]];
}

/** The units of coordinates by their EPSG names. */
function unitsJson(cloud: Pick<ReadableCloud, 'units'>): { x: string; y: string; z: string } {
  const { plane, height } = cloudUnits(cloud);
  return { x: plane.name, y: plane.name, z: height.name };
}

/** The same as JSON. */
export function cloudJson(cloud: Described): object {
  const { path, bytes, format, warnings } = cloud;
  return {
    kind: 'cloud',
    path,
    bytes,
    format,
    ...(isLas(cloud) ? lasJson(cloud) : tableJson(cloud as TableDescription)),
    ...(cloud.statistics ? statisticsJson(cloud, cloud.statistics) : statedJson(cloud)),
    warnings,
  };
}

const statisticsJson = (cloud: Described, { coverage, ...statistics }: CloudStatistics) => ({
  ...statistics,
  misses: missesIn(statistics),
  density: cloudDensity(cloud, { ...statistics, coverage }),
  bounds: isEmptyBox(statistics.bounds) ? undefined : statistics.bounds,
  intensity: statistics.points > 0 ? statistics.intensity : undefined,
  gpsTime: statistics.gpsTime.min <= statistics.gpsTime.max ? statistics.gpsTime : undefined,
});

const statedJson = (cloud: Described) => ({
  points: cloud.pointCount,
  pointsRead: 0,
  bounds: cloud.bounds,
  pointsByReturn: pointsByReturn(cloud),
});

const lasJson = ({
  header,
  extraFields,
  wkt,
  crs,
  units,
  classNames,
  limitRows,
  octree,
  part,
}: Described<LasFile>) => ({
  version: `${header.versionMajor}.${header.versionMinor}`,
  pointFormat: header.pointFormat,
  compressed: header.compressed,
  octree: octree && { ...octree, levelsRead: part?.levels ?? octree.levels.length },
  software: header.generatingSoftware,
  scale: header.scale,
  offset: header.offset,
  wkt,
  crs,
  units: unitsJson({ units }),
  extraFields: extraFields.map(({ name, description, type, scale, shift }) => ({
    name,
    description,
    type,
    scale,
    shift,
  })),
  limitRows,
  classNames,
});

const tableJson = ({ title, software, grid, wkt, crs, units, fields, classNames }: TableDescription) => ({
  title,
  software,
  grid,
  wkt,
  crs,
  units: unitsJson({ units }),
  columns: fields.map(({ name }) => name),
  classNames,
});

const referenceOf = ({ crs, wkt }: Pick<LasFile, 'crs' | 'wkt'>) =>
  crs ? crsTitle(crs) : wkt === undefined ? 'none given' : 'given, but no WKT';

function section(title: string, rows: string[][]): string[] {
  return rows.length === 0 ? [] : [title, ...formatTable(rows).map((line) => `  ${line}`)];
}

function returnRows(pointsByReturn: readonly number[]): string[][] {
  return pointsByReturn.flatMap((count, number) => (count > 0 ? [[`${number}`, formatCount(count)]] : []));
}

function classRows(
  pointsByClass: CloudStatistics['pointsByClass'],
  classNames: ReadableCloud['classNames'],
): string[][] {
  return Object.entries(pointsByClass).map(([id, count]) => [
    id,
    asprsClassName(Number(id), classNames),
    formatCount(count),
  ]);
}
