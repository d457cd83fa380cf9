import { UserError } from '../../base/errors.js';
import type { Files, InputFile } from '../../base/files/files.js';
import { latin1 } from '../../base/latin1.js';
import { IDENTITY_ROTATION, normalizeQuaternion } from '../../base/quaternion.js';
import type { Rigid } from '../../base/rigid.js';
import { counted, listNames } from '../../base/text.js';
import { type Box3, emptyBox, growBox, isEmptyBox } from '../../base/vec3.js';
import { parseXml } from '../../base/xml/parse-xml.js';
import { childOf, type XmlElement } from '../../base/xml/xml-element.js';
import { quoteText } from '../../base/yaml/faults.js';
import { decodeText } from '../../base/yaml/read-text.js';
import { viewOf } from '../bytes/byte-fields.js';
import { readBytes, withFile } from '../bytes/read-head.js';
import { referenceNamed } from '../records/named-reference.js';
import type { CloudGrid } from '../records/point-sink.js';
import { CELL_BYTES } from '../records/text-rows.js';
import { attributeNames } from '../tables/table-cloud.js';
import { GPS_ADJUSTMENT } from '../units/gps-week.js';
import { scaleOfSpan } from '../units/value-ranges.js';
import type { E57Cloud, E57Scan, ElementUse } from './e57-cloud.js';
import { bitsOf } from './number-form.js';
import { PageReader } from './page-reader.js';
import { logicalOf, PAGE_BYTES } from './pages.js';
import { type OriginPoints, originNotes, originPoints } from './points-at-origin.js';
import { isSilent, type PrototypeElement, readPrototype, wholeOf } from './read-prototype.js';
import { numberAt, rangeNotes, type ScanRanges, scanRanges, statedSpans } from './scan-ranges.js';

const FILE_HEAD_BYTES = 48;
const XML_BYTES_MAX = 64 * 2 ** 20;

/**
 * Opens an E57 file (ASTM E2807-11) as a cloud: the points of all its scans, one after the other, in the frame of the
 * file. Images are left out. Throws UserError for other files, for files cut off, and for points without coordinates.
 */
export const openE57 = (files: Files, path: string): Promise<E57Cloud> =>
  withFile(files, path, async (handle) => {
    const root = await readRoot(handle, path);
    const found = (childOf(root, 'data3D')?.children ?? []).map(readScan);
    checkCounts(found, handle.info.size, path);
    const pages = new PageReader(handle, path);
    const ranges: ScanRanges[] = [];
    const origins: OriginPoints[] = [];
    for (const [number, scan] of found.entries()) {
      ranges.push(await scanRanges(scan, number, { pages, path }));
      const atOrigin = await originPoints(scan, number, { pages, path });
      if (atOrigin !== undefined) origins.push(atOrigin);
    }
    const names = [...new Set(['x', 'y', 'z', ...found.flatMap(({ attributes }) => attributes)])];
    const fields = names.map((name, k) => ({ name, type: 'f64' as const, at: k * CELL_BYTES }));
    const wkt = childOf(root, 'coordinateMetadata')?.text || undefined;
    return {
      files,
      path,
      bytes: handle.info.size,
      format: 'e57',
      title: `E57, ${found.length === 1 ? '1 scan' : `${found.length} scans`}`,
      software: childOf(root, 'e57LibraryVersion')?.text.replace(/[^\x20-\x7e]/g, '?') || undefined,
      pointCount: found.reduce((sum, { points }) => sum + points, 0),
      recordLength: names.length * CELL_BYTES,
      inAnyOrder: false,
      fields,
      attributes: attributeNames(fields),
      dataAt: FILE_HEAD_BYTES,
      scans: found.map((scan, number) => placed(scan, ranges[number], names)),
      vectors: vectorsOf(names),
      bounds: boundsOf(found),
      grid: found.length === 1 ? found[0].grid : undefined,
      hasEmptyCells: (found.length > 0 && found.every(({ grid }) => grid !== undefined)) || undefined,
      ...(found.some(({ pose }) => pose && !isIdentity(pose)) && { hasPoses: true }),
      ...referenceNamed(wkt),
      warnings: [...warningsOf(found, names), ...rangeNotes(ranges), ...originNotes(origins)],
    };
  });

/** The root of the XML. */
async function readRoot(handle: InputFile, path: string): Promise<XmlElement> {
  const fault = (found: string, hint = 'the file is damaged or cut off') =>
    new UserError(found, { place: { file: path }, hint });
  const head = await readBytes(handle, 0, FILE_HEAD_BYTES);
  if (head.length < FILE_HEAD_BYTES || latin1(head.subarray(0, 8)) !== 'ASTM-E57')
    throw fault('it does not begin with "ASTM-E57"', 'E57 files do');
  const view = viewOf(head);
  const [length, xmlAt, xmlLength, pageBytes] = [0, 1, 2, 3].map((k) => Number(view.getBigUint64(16 + 8 * k, true)));
  const version = view.getUint32(8, true);
  if (version !== 1) throw fault(`found version ${version}, expected 1`, 'no other is known');
  if (pageBytes !== PAGE_BYTES) throw fault(`found pages of ${counted(pageBytes, 'byte')}, expected ${PAGE_BYTES}`);
  if (length > handle.info.size) throw fault(`found ${counted(handle.info.size, 'byte')}, expected ${length}`);
  const start = logicalOf(xmlAt);
  if (start === undefined || !(xmlLength > 0 && xmlLength <= Math.min(XML_BYTES_MAX, handle.info.size - xmlAt)))
    throw fault(`found an XML section of ${counted(xmlLength, 'byte')} at byte ${xmlAt} of ${handle.info.size}`);
  const xml = new Uint8Array(xmlLength);
  await new PageReader(handle, path).read(xml, start);
  const root = parseXml(decodeText(xml, path), path);
  if (root.name !== 'e57Root')
    throw fault(`found XML of ${quoteText(root.name)}, expected <e57Root>`, 'it is no E57 file');
  return root;
}

/** A scan as stated in the XML. */
interface StatedScan extends Pick<E57Scan, 'points' | 'sectionAt' | 'isSpherical' | 'pose'> {
  elements: PrototypeElement[];
  /** Names of the attributes in its scans. */
  attributes: string[];
  /** Seconds from its times to adjusted standard GPS time. */
  timeShift: number;
  /** Limits of its colours and intensities. */
  spans: ScanRanges['spans'];
  box?: Box3;
  grid?: CloudGrid;
}

function readScan(scan: XmlElement): StatedScan {
  const points = childOf(scan, 'points');
  const prototype = points && childOf(points, 'prototype');
  if (!points || !prototype)
    throw new UserError('found a scan without points and their prototype', { place: scan.place });
  if ((childOf(points, 'codecs')?.children.length ?? 0) > 0)
    throw new UserError('found codecs, expected none: bit packs, the only ones that the standard has', {
      place: points.place,
    });
  const { elements, isSpherical } = readPrototype(prototype);
  const count = Number(wholeOf(points, 'recordCount'));
  const start = numberAt(scan, 'acquisitionStart', 'dateTimeValue');
  return {
    points: count,
    sectionAt: Number(wholeOf(points, 'fileOffset')),
    elements,
    isSpherical,
    attributes: elements.flatMap(({ attribute }) =>
      attribute === undefined || attribute === 'state' ? [] : [attribute],
    ),
    timeShift: start === undefined ? 0 : start - GPS_ADJUSTMENT,
    spans: statedSpans(scan),
    pose: poseOf(scan),
    box: boxOf(scan),
    grid: gridOf(scan, count),
  };
}

function poseOf(scan: XmlElement): Rigid | undefined {
  const pose = childOf(scan, 'pose');
  if (!pose) return undefined;
  const [w = 1, x = 0, y = 0, z = 0] = ['w', 'x', 'y', 'z'].map((name) => numberAt(pose, 'rotation', name));
  const [east = 0, north = 0, up = 0] = ['x', 'y', 'z'].map((name) => numberAt(pose, 'translation', name));
  for (const part of ['rotation', 'translation'])
    for (const number of childOf(pose, part)?.children ?? [])
      if (numberAt(number) === undefined)
        throw new UserError(`found ${quoteText(number.text)} in a pose, expected a number`, { place: number.place });
  const isTurn = Math.abs(Math.hypot(w, x, y, z) - 1) < 0.01;
  if (!isTurn) throw new UserError('the rotation of a pose is no unit quaternion', { place: pose.place });
  return { position: [east, north, up], orientation: normalizeQuaternion([x, y, z, w]) };
}

const isIdentity = ({ position, orientation }: Rigid): boolean =>
  position.every((value) => value === 0) && orientation.every((value, k) => value === IDENTITY_ROTATION[k]);

function boxOf(scan: XmlElement): Box3 | undefined {
  const bounds = childOf(scan, 'cartesianBounds');
  // Scaled integers have the steps of their scale.
  if (!bounds?.children.every(({ attributes }) => attributes.get('type') === 'Float')) return undefined;
  const ends = (end: string) => ['x', 'y', 'z'].map((axis) => numberAt(bounds, `${axis}${end}`) ?? Number.NaN);
  const [min, max] = [ends('Minimum'), ends('Maximum')] as [Box3['min'], Box3['max']];
  return [...min, ...max].every(Number.isFinite) ? { min, max } : undefined;
}

function gridOf(scan: XmlElement, points: number): CloudGrid | undefined {
  const [row, column] = ['row', 'column'].map((name) => {
    const ends = ['Minimum', 'Maximum'].map((end) => numberAt(scan, 'indexBounds', `${name}${end}`) ?? Number.NaN);
    return ends[1] - ends[0] + 1;
  });
  return row * column === points && row > 1 && column > 1 ? { width: column, height: row } : undefined;
}

/** A file of few bytes cannot announce endless points. */
function checkCounts(scans: readonly StatedScan[], bytes: number, path: string): void {
  let bits = 0;
  for (const [number, { points, elements }] of scans.entries()) {
    const ofPoint = elements.reduce((sum, { form }) => sum + bitsOf(form), 0);
    bits += points * Math.max(ofPoint, 1);
    if (!(points >= 0 && bits <= 8 * bytes))
      throw new UserError(
        `scan ${number}: found ${counted(points, 'point')} of ${counted(ofPoint, 'bit')}, in a file of ${counted(bytes, 'byte')}`,
        {
          place: { file: path },
          hint: 'the file is damaged or cut off',
        },
      );
  }
}

/** A scan with the cells of its elements. */
function placed(scan: StatedScan, { spans }: ScanRanges, names: readonly string[]): E57Scan {
  const { points, sectionAt, isSpherical } = scan;
  const use = ({ attribute }: PrototypeElement): ElementUse | undefined => {
    if (attribute === undefined || attribute === 'state') return attribute;
    const cell = names.indexOf(attribute);
    const span = spans[attribute];
    if (span) {
      const { scale: factor, shift: term } = scaleOfSpan(span);
      return { cell, factor, term, isWhole: factor !== 1 };
    }
    const term = attribute === 'return_number' ? 1 : attribute === 'gps_time' ? scan.timeShift : 0;
    return { cell, factor: 1, term, isWhole: false };
  };
  const elements = scan.elements.map((element) => ({ name: element.name, form: element.form, use: use(element) }));
  const pose = scan.pose && !isIdentity(scan.pose) ? scan.pose : undefined;
  return { points, sectionAt, isSpherical, elements, pose };
}

const VECTORS: readonly (readonly [string, string, string])[] = [
  ['x', 'y', 'z'],
  ['nx', 'ny', 'nz'],
  ['true_x', 'true_y', 'true_z'],
];

const vectorsOf = (names: readonly string[]): E57Cloud['vectors'] =>
  VECTORS.filter((vector) => vector.every((name) => names.includes(name))).map((vector) => ({
    cells: vector.map((name) => names.indexOf(name)) as [number, number, number],
    isPlace: vector[0] !== 'nx',
  }));

/** The box of all points; undefined if there are none, or if a scan does not state its own in the frame of the file. */
function boundsOf(scans: readonly StatedScan[]): Box3 | undefined {
  const box = emptyBox();
  for (const { points, box: own, pose } of scans) {
    if (points === 0) continue;
    if (!own || (pose && !isIdentity(pose))) return undefined;
    growBox(box, ...own.min);
    growBox(box, ...own.max);
  }
  return isEmptyBox(box) ? undefined : box;
}

function warningsOf(scans: readonly StatedScan[], names: readonly string[]): string[] {
  const unread = scans.flatMap(({ elements }) =>
    elements.flatMap(({ name, attribute }) => (attribute === undefined && !isSilent(name) ? [name] : [])),
  );
  const lacking = scans.flatMap(({ attributes, points }, number) => {
    const missing = names.filter((name) => !attributes.includes(name));
    return missing.length > 0 && points > 0
      ? [`scan ${number} has no ${missing.join(', ')}; its points have 0 there`]
      : [];
  });
  return [...(unread.length > 0 ? [`elements that are not read: ${listNames([...new Set(unread)])}`] : []), ...lacking];
}
