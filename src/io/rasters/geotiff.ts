import type { GeoKeyLists } from '../../crs/geo-keys.js';
import { GEO_DIRECTORY, GEO_DOUBLES, GEO_TEXTS } from '../../crs/geo-keys.js';

/** A raster of numbers: rows from the north, in each cells from the west. */
export interface NumberRaster {
  columns: number;
  rows: number;
  /** NaN: no number. */
  values: Float32Array;
}

/** The place of a raster, and what its numbers are. */
export interface RasterPlace {
  /** Its north-western corner, and the sides of a cell along x and y, in the unit of its reference system. */
  west: number;
  north: number;
  cell: readonly [x: number, y: number];
  /** Its reference system; absent: none is named. */
  geoKeys?: GeoKeyLists;
  /** Unit of the numbers, and a name for them. */
  unit: string;
  description: string;
  software: string;
}

/** Written in place of NaN, which not every program takes for a missing number; no difference of heights. */
export const NO_DATA = -9999;

/** Types of TIFF 6.0, section 2, and the bytes of a value. */
const TYPE = Object.freeze({ ascii: 2, short: 3, long: 4, double: 12 });
const TYPE_BYTES: Readonly<Record<number, number>> = { 2: 1, 3: 2, 4: 4, 12: 8 };

interface Entry {
  tag: number;
  type: number;
  values: ArrayLike<number>;
}

const HEAD_BYTES = 8;
const ENTRY_BYTES = 12;
/** Bytes of a strip before it is packed, at least a row: what readers like to take at once. */
const STRIP_BYTES = 262_144;

/**
 * A GeoTIFF of one band of f32 (TIFF 6.0; OGC GeoTIFF 1.1; the tags 42112 and 42113 of GDAL for unit and missing
 * numbers), little-endian, in strips packed by deflate. Precondition: less than 4 GiB.
 */
export async function encodeGeotiff(raster: NumberRaster, place: RasterPlace): Promise<Uint8Array> {
  const { columns, rows } = raster;
  const stripRows = Math.max(1, Math.min(rows, Math.floor(STRIP_BYTES / (4 * columns))));
  const strips: Uint8Array[] = [];
  for (let row = 0; row < rows; row += stripRows)
    strips.push(await deflate(stripOf(raster, row, Math.min(rows, row + stripRows))));
  const entries = entriesOf({ columns, rows, stripRows, strips }, place);
  return join(entries, strips);
}

/** Rows `from` to `to` as little-endian numbers. */
function stripOf({ columns, values }: NumberRaster, from: number, to: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(4 * columns * (to - from));
  const view = new DataView(bytes.buffer);
  for (let k = from * columns, at = 0; k < to * columns; k++, at += 4)
    view.setFloat32(at, Number.isNaN(values[k]) ? NO_DATA : values[k], true);
  return bytes;
}

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

interface Layout {
  columns: number;
  rows: number;
  stripRows: number;
  strips: readonly Uint8Array[];
}

const DEFLATE = 8;
const BLACK_IS_ZERO = 1;
const FLOAT = 3;

/** The entries of the directory by rising tags; offsets of strips are those from the first one. */
function entriesOf({ columns, rows, stripRows, strips }: Layout, place: RasterPlace): Entry[] {
  const { west, north, cell, geoKeys, unit, description, software } = place;
  const long = (tag: number, ...values: number[]): Entry => ({ tag, type: TYPE.long, values });
  const short = (tag: number, ...values: number[]): Entry => ({ tag, type: TYPE.short, values });
  const text = (tag: number, value: string): Entry => ({
    tag,
    type: TYPE.ascii,
    values: new TextEncoder().encode(`${value}\0`),
  });
  let end = 0;
  const offsets = strips.map(({ length }) => {
    end += length;
    return end - length;
  });
  return [
    long(256, columns),
    long(257, rows),
    short(258, 32),
    short(259, DEFLATE),
    short(262, BLACK_IS_ZERO),
    long(STRIP_OFFSETS, ...offsets),
    short(277, 1),
    long(278, stripRows),
    long(279, ...strips.map(({ length }) => length)),
    text(305, software),
    short(339, FLOAT),
    { tag: 33_550, type: TYPE.double, values: [...cell, 0] },
    { tag: 33_922, type: TYPE.double, values: [0, 0, 0, west, north, 0] },
    ...(geoKeys ? keyEntries(geoKeys) : []),
    text(42_112, metadata(description, unit)),
    text(42_113, String(NO_DATA)),
  ];
}

const STRIP_OFFSETS = 273;

function keyEntries({ directory, doubles, texts }: GeoKeyLists): Entry[] {
  return [
    { tag: GEO_DIRECTORY, type: TYPE.short, values: directory },
    ...(doubles && doubles.length > 0 ? [{ tag: GEO_DOUBLES, type: TYPE.double, values: doubles }] : []),
    ...(texts ? [{ tag: GEO_TEXTS, type: TYPE.ascii, values: new TextEncoder().encode(`${texts}\0`) }] : []),
  ];
}

/** What GDAL writes of a band. */
const metadata = (description: string, unit: string): string =>
  `<GDALMetadata><Item name="DESCRIPTION" sample="0" role="description">${description}</Item>` +
  `<Item name="UNITTYPE" sample="0" role="unittype">${unit}</Item></GDALMetadata>`;

const bytesOf = ({ type, values }: Entry): number => TYPE_BYTES[type] * values.length;

/** Head, directory, values that have no room in it, and the strips. */
function join(entries: readonly Entry[], strips: readonly Uint8Array[]): Uint8Array {
  const directoryBytes = 2 + ENTRY_BYTES * entries.length + 4;
  const outside = entries.filter((entry) => bytesOf(entry) > 4);
  const valueBytes = outside.reduce((sum, entry) => sum + evenUp(bytesOf(entry)), 0);
  const stripsAt = HEAD_BYTES + directoryBytes + valueBytes;
  const bytes = new Uint8Array(strips.reduce((sum, { length }) => sum + length, stripsAt));
  const view = new DataView(bytes.buffer);
  // "II", 42, the place of the directory.
  view.setUint16(0, 0x4949, true);
  view.setUint16(2, 42, true);
  view.setUint32(4, HEAD_BYTES, true);
  view.setUint16(HEAD_BYTES, entries.length, true);
  let free = HEAD_BYTES + directoryBytes;
  for (const [k, entry] of entries.entries()) {
    const at = HEAD_BYTES + 2 + ENTRY_BYTES * k;
    view.setUint16(at, entry.tag, true);
    view.setUint16(at + 2, entry.type, true);
    view.setUint32(at + 4, entry.values.length, true);
    const isInside = bytesOf(entry) <= 4;
    if (!isInside) view.setUint32(at + 8, free, true);
    storeValues(view, isInside ? at + 8 : free, entry, entry.tag === STRIP_OFFSETS ? stripsAt : 0);
    if (!isInside) free += evenUp(bytesOf(entry));
  }
  let at = stripsAt;
  for (const strip of strips) {
    bytes.set(strip, at);
    at += strip.length;
  }
  return bytes;
}

/** Values begin at even places. */
const evenUp = (bytes: number): number => bytes + (bytes % 2);

function storeValues(view: DataView, at: number, { type, values }: Entry, more: number): void {
  for (let k = 0; k < values.length; k++) {
    const to = at + TYPE_BYTES[type] * k;
    if (type === TYPE.double) view.setFloat64(to, values[k], true);
    else if (type === TYPE.long) view.setUint32(to, values[k] + more, true);
    else if (type === TYPE.short) view.setUint16(to, values[k], true);
    else view.setUint8(to, values[k]);
  }
}
