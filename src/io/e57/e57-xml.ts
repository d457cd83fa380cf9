/* The XML section of an E57 file (ASTM E2807-11, clauses 8 and 10), of one cloud. */
import { type Box3, isEmptyBox, type Vec3 } from '../../base/vec3.js';
import { GPS_ADJUSTMENT } from '../gps-week.js';
import type { CloudHeader } from '../point-sink.js';
import { bitsOf, E57_NAMESPACE, type E57Element, NORMALS, type NumberForm, OWN } from './number-form.js';
import { PAGE_CONTENT } from './pages.js';

/** What the XML says of a cloud besides its header. */
export interface CloudFacts {
  elements: readonly E57Element[];
  points: number;
  /** Box of the points as stored. */
  box: Box3;
  /** Adjusted standard GPS time of which times count; undefined: there are none, or they are those of a week. */
  timeStart?: number;
  /** Place of the section of points in the file. */
  sectionAt: number;
  /** Logical offset of the XML. */
  xmlAt: number;
}

/**
 * The section; `guids` are those of the file and of the cloud. The name of the program is last, and in one page: it can be found
 * at the end of a file without reading the rest.
 */
export function e57Xml(header: CloudHeader, facts: CloudFacts, guids: readonly [string, string]): Uint8Array {
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
    moment('creationDateTime', gpsTimeOf(startOfDay(header.created))),
    ...(header.wkt === undefined ? [] : [string('coordinateMetadata', header.wkt)]),
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
  facts: CloudFacts,
  guid: string,
): string[] {
  const { elements, points, box, timeStart, sectionAt } = facts;
  const has = (name: string) => elements.some((element) => element.name === name);
  const colours = elements.find(({ name }) => name === 'colorRed');
  return [
    string('guid', guid),
    ...(comment === undefined ? [] : [string('description', comment)]),
    ...(viewpoint && inSensorFrame ? [pose(viewpoint)] : []),
    ...(timeStart === undefined ? [] : [moment('acquisitionStart', timeStart + GPS_ADJUSTMENT)]),
    ...(grid ? [structure('indexBounds', [...range('row', grid.height), ...range('column', grid.width)])] : []),
    ...(isEmptyBox(box)
      ? []
      : [
          structure(
            'cartesianBounds',
            ['x', 'y', 'z'].flatMap((axis, k) => ends(axis, box, k)),
          ),
        ]),
    ...(has('intensity') ? [structure('intensityLimits', range('intensity', 2 ** 16))] : []),
    ...(colours
      ? [
          structure(
            'colorLimits',
            COLOURS.flatMap((name) => range(name, 2 ** bitsOf(colours.form))),
          ),
        ]
      : []),
    `<points type="CompressedVector" fileOffset="${sectionAt}" recordCount="${points}">`,
    structure(
      'prototype',
      elements.map(({ name, form }) => `<${name} ${attributesOf(form)}/>`),
    ),
    vector('codecs', []),
    '</points>',
  ];
}

const COLOURS = ['colorRed', 'colorGreen', 'colorBlue'];

function attributesOf(form: NumberForm): string {
  if (form.type === 'Float') return `type="Float" precision="${form.precision}"`;
  const range = `minimum="${form.minimum}" maximum="${form.maximum}"`;
  if (form.type === 'Integer') return `type="Integer" ${range}`;
  return `type="ScaledInteger" ${range} scale="${form.scale}" offset="${form.offset}"`;
}

/** From 0 on, `count` numbers. */
const range = (name: string, count: number): string[] => [
  integer(`${name}Minimum`, 0),
  integer(`${name}Maximum`, count - 1),
];

const ends = (axis: string, { min, max }: Box3, k: number): string[] => [
  float(`${axis}Minimum`, min[k]),
  float(`${axis}Maximum`, max[k]),
];

function pose({ position, orientation: [x, y, z, w] }: NonNullable<CloudHeader['viewpoint']>): string {
  const numbers = (name: string, axes: readonly string[], values: readonly number[] | Vec3) =>
    structure(
      name,
      axes.map((axis, k) => float(axis, values[k])),
    );
  return structure('pose', [
    numbers('rotation', ['w', 'x', 'y', 'z'], [w, x, y, z]),
    numbers('translation', ['x', 'y', 'z'], position),
  ]);
}

/** A moment in GPS time; no clock of this world took it. */
const moment = (name: string, seconds: number): string =>
  structure(name, [float('dateTimeValue', seconds), integer('isAtomicClockReferenced', 0)]);

const GPS_EPOCH = Date.parse('1980-01-06T00:00:00Z');
/** GPS time minus UTC since 2017, seconds (IERS Bulletin C 52). */
const LEAP_SECONDS = 18;

const gpsTimeOf = (utc: Date): number => (utc.getTime() - GPS_EPOCH) / 1000 + LEAP_SECONDS;

const integer = (name: string, value: number): string => `<${name} type="Integer">${value}</${name}>`;
const float = (name: string, value: number): string => `<${name} type="Float">${value}</${name}>`;
const string = (name: string, value: string): string => `<${name} type="String">${escaped(value)}</${name}>`;
const structure = (name: string, parts: readonly string[]): string =>
  `<${name} type="Structure">\n${parts.join('\n')}\n</${name}>`;
const vector = (name: string, children: readonly string[]): string =>
  `<${name} type="Vector" allowHeterogeneousChildren="1">${children.map((child) => `\n${child}\n`).join('')}</${name}>`;

const ENTITIES: Readonly<Record<string, string>> = Object.freeze({ '&': '&amp;', '<': '&lt;', '>': '&gt;' });

/** Text of XML; characters that this has no place for are question marks (XML 1.0, production 2). */
const escaped = (text: string): string =>
  text
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '?')
    .replace(/[&<>]/g, (character) => ENTITIES[character]);

const MS_PER_DAY = 86_400_000;
const startOfDay = (date: Date): Date => new Date(MS_PER_DAY * Math.floor(date.getTime() / MS_PER_DAY));
