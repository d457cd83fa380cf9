/* The XML section of an E57 file (ASTM E2807-11, clauses 8 and 10), of one cloud. */
import type { Rigid } from '../../base/rigid.js';
import { type Box3, isEmptyBox } from '../../base/vec3.js';
import type { CloudHeader } from '../records/point-sink.js';
import { adjustedGpsTime } from '../units/gps-time.js';
import { GPS_ADJUSTMENT } from '../units/gps-week.js';
import { bitsOf, E57_NAMESPACE, type E57Element, NORMALS, OWN } from './number-form.js';
import { PAGE_CONTENT } from './pages.js';

/** Facts of a cloud for the XML besides its header. */
export interface CloudFacts {
  elements: readonly E57Element[];
  points: number;
  /** Box of the points as stored. */
  box: Box3;
  /** Start of the GPS times, adjusted standard; undefined: there are none, or they are seconds of a week. */
  timeStart?: number;
  /** Place of the section of points in the file. */
  sectionAt: number;
  /** Logical offset of the XML. */
  xmlAt: number;
}

/**
 * The XML section; `guids` are those of the file and of the cloud. The name of the program comes last and within one
 * page, so that it can be found at the end of a file without reading the rest.
 */
export function e57Xml(
  header: CloudHeader,
  facts: CloudFacts,
  guids: readonly [string, string],
): Uint8Array<ArrayBuffer> {
  const namespaces = [
    `xmlns="${E57_NAMESPACE}"`,
    ...[NORMALS, OWN].map(({ prefix, uri }) => `xmlns:${prefix}="${uri}"`),
  ];
  const text = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<e57Root type="Structure" ${namespaces.join(' ')}>`,
    string('formatName', 'ASTM E57 3D Imaging Data File'),
    string('guid', guids[0]),
    integer('versionMajor', 1),
    integer('versionMinor', 0),
    // The day alone, as in LAS: the same cloud gives the same bytes.
    moment('creationDateTime', adjustedGpsTime(startOfDay(header.created)) + GPS_ADJUSTMENT),
    ...given(header.wkt, (wkt) => string('coordinateMetadata', wkt)),
    vector('data3D', [structure('vectorChild', cloudParts(header, facts, guids[1]))]),
    vector('images2D', []),
    '',
  ].join('\n');
  const body = new TextEncoder().encode(text);
  const end = new TextEncoder().encode(`${string('e57LibraryVersion', header.software)}\n</e57Root>\n`);
  const used = (facts.xmlAt + body.length) % PAGE_CONTENT;
  const gap = used + end.length > PAGE_CONTENT ? PAGE_CONTENT - used : 0;
  const xml = new Uint8Array(body.length + gap + end.length).fill(BLANK);
  xml.set(body);
  xml.set(end, body.length + gap);
  return xml;
}

const BLANK = 0x20;

function cloudParts(
  { comment, viewpoint, inSensorFrame, grid }: CloudHeader,
  { elements, points, box, timeStart, sectionAt }: CloudFacts,
  guid: string,
): string[] {
  const find = (name: string) => elements.find((element) => element.name === name);
  return [
    string('guid', guid),
    ...given(comment, (text) => string('description', text)),
    ...given(inSensorFrame ? viewpoint : undefined, pose),
    ...given(timeStart, (seconds) => moment('acquisitionStart', seconds + GPS_ADJUSTMENT)),
    ...given(grid, ({ width, height }) =>
      structure('indexBounds', [...limits(['row'], height), ...limits(['column'], width)]),
    ),
    ...given(isEmptyBox(box) ? undefined : box, cartesianBounds),
    ...given(find('intensity'), () => structure('intensityLimits', limits(['intensity'], 2 ** 16))),
    ...given(find('colorRed'), ({ form }) => structure('colorLimits', limits(COLOURS, 2 ** bitsOf(form)))),
    `<points type="CompressedVector" fileOffset="${sectionAt}" recordCount="${points}">`,
    structure('prototype', elements.map(elementOf)),
    vector('codecs', []),
    '</points>',
  ];
}

/** A part of the XML that is left out without a value. */
const given = <Value>(value: Value | undefined, part: (value: Value) => string): string[] =>
  value === undefined ? [] : [part(value)];

const COLOURS = ['colorRed', 'colorGreen', 'colorBlue'];

/**
 * An element, whose attributes have the names of its form's parts. Its own value, which no point has, must lie between
 * its bounds, too: without one it is 0, and libE57Format opens no file in which that lies outside.
 */
function elementOf({ name, form }: E57Element): string {
  const start = `<${name} ${Object.entries(form)
    .map(([key, value]) => `${key}="${value}"`)
    .join(' ')}`;
  const holdsZero = form.type === 'Float' || (form.minimum <= 0n && form.maximum >= 0n);
  return holdsZero ? `${start}/>` : `${start}>${form.minimum}</${name}>`;
}

/** Limits of `count` numbers from 0 on, for each name. */
const limits = (names: readonly string[], count: number): string[] =>
  names.flatMap((name) => [integer(`${name}Minimum`, 0), integer(`${name}Maximum`, count - 1)]);

function cartesianBounds({ min, max }: Box3): string {
  const ends = AXES.flatMap((axis, k) => [float(`${axis}Minimum`, min[k]), float(`${axis}Maximum`, max[k])]);
  return structure('cartesianBounds', ends);
}

const AXES = ['x', 'y', 'z'];

function pose({ position: [x, y, z], orientation: [a, b, c, w] }: Rigid): string {
  const rotation = [float('w', w), float('x', a), float('y', b), float('z', c)];
  const translation = [float('x', x), float('y', y), float('z', z)];
  return structure('pose', [structure('rotation', rotation), structure('translation', translation)]);
}

/** A moment in GPS time, marked as not from an atomic clock. */
const moment = (name: string, seconds: number): string =>
  structure(name, [float('dateTimeValue', seconds), integer('isAtomicClockReferenced', 0)]);

const integer = (name: string, value: number): string => `<${name} type="Integer">${value}</${name}>`;
const float = (name: string, value: number): string => `<${name} type="Float">${value}</${name}>`;
const string = (name: string, value: string): string => `<${name} type="String">${escaped(value)}</${name}>`;
const structure = (name: string, parts: readonly string[]): string =>
  `<${name} type="Structure">\n${parts.join('\n')}\n</${name}>`;
const vector = (name: string, children: readonly string[]): string =>
  `<${name} type="Vector" allowHeterogeneousChildren="1">${children.map((child) => `\n${child}\n`).join('')}</${name}>`;

const ENTITIES: Readonly<Record<string, string>> = Object.freeze({ '&': '&amp;', '<': '&lt;', '>': '&gt;' });

/** Text of XML; characters that XML does not allow become question marks (XML 1.0, production 2). */
const escaped = (text: string): string =>
  text
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '?')
    .replace(/[&<>]/g, (character) => ENTITIES[character]);

const MS_PER_DAY = 86_400_000;
const startOfDay = (date: Date): number => MS_PER_DAY * Math.floor(date.getTime() / MS_PER_DAY);
