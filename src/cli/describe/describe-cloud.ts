import { isEmptyBox } from '../../base/vec3.js';
import { crsTitle } from '../../crs/crs.js';
import type { LasDescription } from '../../io/las/describe-las.js';
import { asprsClassName } from '../../scene/asprs-classes.js';
import { formatBytes, formatCount, formatTable } from './format.js';

/** The content of a LAS or LAZ file as text. */
export function describeCloudFile(cloud: LasDescription): string[] {
  const { header, statistics, bytes, extraFields, warnings } = cloud;
  const kind = header.compressed ? 'LAZ' : 'LAS';
  const facts = [
    ['file', `${cloud.path}, ${formatBytes(bytes)}`],
    ['format', `${kind} ${header.versionMajor}.${header.versionMinor}, point format ${header.pointFormat}`],
    ['made by', `${header.generatingSoftware || 'unknown'}, day ${header.creationDayOfYear} of ${header.creationYear}`],
    ['points', formatCount(statistics.points)],
    ['scale', header.scale.join(', ')],
    ['reference', referenceOf(cloud)],
  ];
  if (!isEmptyBox(statistics.bounds)) {
    const { bounds, intensity, gpsTime } = statistics;
    facts.push(
      ...['x', 'y', 'z'].map((name, axis) => [name, `${metres(bounds.min[axis])} … ${metres(bounds.max[axis])} m`]),
      ['intensity', `${intensity.min} … ${intensity.max}`],
      ['GPS time', `${gpsTime.min} … ${gpsTime.max}`],
      ['objects', formatCount(statistics.instances)],
    );
  }
  return [
    ...formatTable(facts),
    ...section('returns', returnRows(statistics.pointsByReturn)),
    ...section('classes', classRows(cloud)),
    ...section(
      'extra bytes',
      extraFields.map((field) => [field.name, field.type ?? `${field.bytes} bytes`, field.description]),
    ),
    ...warnings.map((warning) => `warning: ${warning}`),
  ];
}

/** The same as JSON. */
export function cloudJson(cloud: LasDescription): object {
  const { path, bytes, header, statistics, extraFields, wkt, crs, classNames, warnings } = cloud;
  return {
    kind: 'cloud',
    path,
    bytes,
    version: `${header.versionMajor}.${header.versionMinor}`,
    pointFormat: header.pointFormat,
    compressed: header.compressed,
    software: header.generatingSoftware,
    scale: header.scale,
    offset: header.offset,
    wkt,
    crs,
    ...statistics,
    bounds: isEmptyBox(statistics.bounds) ? undefined : statistics.bounds,
    extraFields: extraFields.map(({ name, description, type, scale, shift }) => ({
      name,
      description,
      type,
      scale,
      shift,
    })),
    classNames,
    warnings,
  };
}

const metres = (value: number) => value.toFixed(3);

const referenceOf = ({ crs, wkt }: LasDescription) =>
  crs ? crsTitle(crs) : wkt === undefined ? 'none given' : 'given, but no WKT';

function section(title: string, rows: string[][]): string[] {
  return rows.length === 0 ? [] : [title, ...formatTable(rows).map((line) => `  ${line}`)];
}

function returnRows(pointsByReturn: readonly number[]): string[][] {
  return pointsByReturn.flatMap((count, number) => (count > 0 ? [[`${number}`, formatCount(count)]] : []));
}

function classRows({ statistics: { pointsByClass }, classNames }: LasDescription): string[][] {
  return Object.entries(pointsByClass).map(([id, count]) => [
    id,
    asprsClassName(Number(id), classNames),
    formatCount(count),
  ]);
}
