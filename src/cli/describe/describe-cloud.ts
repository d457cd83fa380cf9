import { counted } from '../../base/text.js';
import { isEmptyBox } from '../../base/vec3.js';
import type { CloudStatistics } from '../../cloud/statistics.js';
import type { LimitRow } from '../../cloud/tone-mapping/amplitude-limits.js';
import { crsTitle } from '../../crs/crs.js';
import type { Octree, OctreePart } from '../../io/copc/octree-part.js';
import type { LasDescription } from '../../io/las/describe-las.js';
import type { ExtraField } from '../../io/las/extra-bytes.js';
import { lasColumns } from '../../io/las/las-columns.js';
import type { TableCloud } from '../../io/read/table-cloud.js';
import type { CloudDescription } from '../../io/readable-cloud.js';
import { asprsClassName } from '../../scene/asprs-classes.js';
import { formatBytes, formatCount, formatCounted, formatTable } from './format.js';

type TableDescription = CloudDescription<TableCloud>;

const isLas = (cloud: CloudDescription): cloud is LasDescription => cloud.format === 'las';

/** The content of a cloud's file as text. */
export function describeCloudFile(cloud: CloudDescription): string[] {
  const { statistics, path, bytes, warnings } = cloud;
  const facts = [
    ['file', `${path}, ${formatBytes(bytes)}`],
    ...(isLas(cloud) ? lasFacts(cloud) : tableFacts(cloud as TableDescription)),
  ];
  if (!isEmptyBox(statistics.bounds)) facts.push(...statisticFacts(cloud));
  return [
    ...formatTable(facts),
    ...(has(cloud, 'return_number') ? section('returns', returnRows(statistics.pointsByReturn)) : []),
    ...(has(cloud, 'classification') ? section('classes', classRows(cloud)) : []),
    ...(isLas(cloud) ? section('extra bytes', extraRows(cloud)) : []),
    ...warnings.map((warning) => `warning: ${warning}`),
  ];
}

const lasFacts = ({ header, statistics, octree, part, ...cloud }: LasDescription): string[][] => [
  [
    'format',
    `${octree ? 'COPC 1.0, ' : ''}${header.compressed ? 'LAZ' : 'LAS'} ${header.versionMajor}.${header.versionMinor}, point format ${header.pointFormat}`,
  ],
  ['made by', `${header.generatingSoftware || 'unknown'}, day ${header.creationDayOfYear} of ${header.creationYear}`],
  [
    'points',
    part ? `${formatCount(statistics.points)} of ${formatCount(part.allPoints)}` : formatCount(statistics.points),
  ],
  ...(octree ? [['octree', octreeText(octree, part)]] : []),
  ['scale', header.scale.join(', ')],
  ['reference', referenceOf(cloud)],
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

/** Empty cells of organised clouds count as points of a file. */
const pointsText = ({ points, placeless }: CloudStatistics): string =>
  placeless === 0 ? formatCount(points) : `${formatCount(points)}, ${formatCount(placeless)} of them without a place`;

const tableFacts = ({ title, software, grid, crs, fields, statistics }: TableDescription): string[][] => [
  ['format', title],
  ...(software ? [['made by', software]] : []),
  ['points', pointsText(statistics)],
  ...(grid ? [['grid', `${formatCounted(grid.width, 'column')}, ${formatCounted(grid.height, 'row')}`]] : []),
  ...(crs ? [['reference', crsTitle(crs)]] : []),
  ['columns', fields.map(({ name }) => name).join(', ')],
];

/** Whether a cloud has the attribute `name`; LAS has all that are asked for, but objects in extra bytes only. */
const has = (cloud: CloudDescription, name: string): boolean =>
  isLas(cloud)
    ? name !== 'instance' || lasColumns(cloud).some(({ key }) => key === 'instance')
    : (cloud as TableDescription).attributes.includes(name);

function statisticFacts(cloud: CloudDescription): string[][] {
  const { bounds, intensity, gpsTime, timeFall, instances } = cloud.statistics;
  // Points of an octree are not in the order of their times.
  const fall =
    timeFall > 0 && !(isLas(cloud) && cloud.octree)
      ? `, falls by up to ${timeFall.toPrecision(2)} s from a point to the next`
      : '';
  const times = gpsTime.min <= gpsTime.max ? `${gpsTime.min} … ${gpsTime.max}${fall}` : 'no finite number';
  return [
    ...['x', 'y', 'z'].map((name, axis) => [name, `${metres(bounds.min[axis])} … ${metres(bounds.max[axis])} m`]),
    ...(has(cloud, 'intensity') ? [['intensity', `${intensity.min} … ${intensity.max}`]] : []),
    ...(has(cloud, 'gps_time') ? [['GPS time', times]] : []),
    ...(has(cloud, 'instance') ? [['objects', formatCount(instances)]] : []),
  ];
}

const extraRows = ({ extraFields }: LasDescription): string[][] =>
  extraFields.map((field) => [field.name, storageOf(field), field.description]);

/** `i16, in steps of 0.001` */
const storageOf = ({ type, bytes, scale }: ExtraField): string =>
  `${type ?? `${bytes} bytes`}${scale === 1 ? '' : `, in steps of ${scale}`}`;

/** The same as JSON. */
export function cloudJson(cloud: CloudDescription): object {
  const { path, bytes, format, statistics, warnings } = cloud;
  return {
    kind: 'cloud',
    path,
    bytes,
    format,
    ...(isLas(cloud) ? lasJson(cloud) : tableJson(cloud as TableDescription)),
    ...statistics,
    bounds: isEmptyBox(statistics.bounds) ? undefined : statistics.bounds,
    intensity: statistics.points > 0 ? statistics.intensity : undefined,
    gpsTime: statistics.gpsTime.min <= statistics.gpsTime.max ? statistics.gpsTime : undefined,
    warnings,
  };
}

const lasJson = ({ header, extraFields, wkt, crs, classNames, limitRows, octree, part }: LasDescription) => ({
  version: `${header.versionMajor}.${header.versionMinor}`,
  pointFormat: header.pointFormat,
  compressed: header.compressed,
  octree: octree && { ...octree, levelsRead: part?.levels ?? octree.levels.length },
  software: header.generatingSoftware,
  scale: header.scale,
  offset: header.offset,
  wkt,
  crs,
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

const tableJson = ({ title, software, grid, wkt, crs, fields, classNames }: TableDescription) => ({
  title,
  software,
  grid,
  wkt,
  crs,
  columns: fields.map(({ name }) => name),
  classNames,
});

const metres = (value: number) => value.toFixed(3);

const referenceOf = ({ crs, wkt }: Pick<LasDescription, 'crs' | 'wkt'>) =>
  crs ? crsTitle(crs) : wkt === undefined ? 'none given' : 'given, but no WKT';

function section(title: string, rows: string[][]): string[] {
  return rows.length === 0 ? [] : [title, ...formatTable(rows).map((line) => `  ${line}`)];
}

function returnRows(pointsByReturn: readonly number[]): string[][] {
  return pointsByReturn.flatMap((count, number) => (count > 0 ? [[`${number}`, formatCount(count)]] : []));
}

function classRows({ statistics: { pointsByClass }, classNames }: CloudDescription): string[][] {
  return Object.entries(pointsByClass).map(([id, count]) => [
    id,
    asprsClassName(Number(id), classNames),
    formatCount(count),
  ]);
}
