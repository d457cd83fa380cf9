import { UserError } from '../../../base/errors.js';
import { textOf } from '../../../base/files/text-start.js';
import { shorten } from '../../../base/text.js';
import { parseXml } from '../../../base/xml/parse-xml.js';
import { childOf, childrenOf, type XmlElement } from '../../../base/xml/xml-element.js';
import { quoteText } from '../../../base/yaml/faults.js';

/** A rectangle of cells. */
export interface CellRectangle {
  readonly column: number;
  readonly row: number;
  readonly columns: number;
  readonly rows: number;
}

/** A raster of which a virtual raster takes a part. */
export interface VrtSource {
  readonly file: string;
  /** Absent: all of it. */
  readonly from?: CellRectangle;
  /** Absent: from the first cell on. */
  readonly to?: CellRectangle;
  /** Value of the source that is passed over; NaN: none. */
  readonly nodata: number;
  /** Its numbers times `ratio`, plus `offset`, are those of the virtual raster. */
  readonly ratio: number;
  readonly offset: number;
}

/** What a virtual raster says of its first band. */
export interface VrtDocument {
  readonly columns: number;
  readonly rows: number;
  /** Corner of the north-western cell, and the steps to the east and to the south. */
  readonly west: number;
  readonly north: number;
  readonly dx: number;
  readonly dy: number;
  /** Reference system as written; absent: none. */
  readonly srs?: string;
  readonly nodata: number;
  readonly scale: number;
  readonly offset: number;
  readonly unit?: string;
  readonly sources: readonly VrtSource[];
}

const LIMITS = Object.freeze({ depth: 16, elements: 500_000, attributes: 1_000_000, attributesOfOne: 100 });

/**
 * The first band of a virtual raster (gdal.org, "VRT -- GDAL Virtual Format"). Throws UserError with the place for a
 * text that is none, and for rasters that are warped, turned, or computed.
 */
export function vrtDocument(bytes: Uint8Array, file: string): VrtDocument {
  const root = parseXml(textOf(bytes, file), file, LIMITS);
  if (root.name !== 'VRTDataset' || root.attributes.has('subClass'))
    throw fault(
      root,
      `found <${root.name}> of the class ${root.attributes.get('subClass')}, expected a plain VRTDataset`,
    );
  const band = childOf(root, 'VRTRasterBand');
  if (band === undefined || band.attributes.has('subClass'))
    throw fault(band ?? root, 'found no band of sources, expected a <VRTRasterBand> without a subClass');
  const known = ['SimpleSource', 'ComplexSource'];
  const odd = band.children.find(({ name }) => name.endsWith('Source') && !known.includes(name));
  if (odd) throw fault(odd, `found <${odd.name}>, expected ${known.join(' or ')}: GDAL makes a plain raster of it`);
  const sources = band.children.filter(({ name }) => known.includes(name)).map(sourceOf);
  if (sources.length === 0) throw fault(band, 'found no sources in the first band');
  const srs = childOf(root, 'SRS')?.text;
  const unit = childOf(band, 'UnitType')?.text;
  return {
    columns: attribute(root, 'rasterXSize'),
    rows: attribute(root, 'rasterYSize'),
    ...placeOf(root),
    ...(srs && { srs }),
    nodata: numberIn(band, 'NoDataValue', NaN),
    scale: numberIn(band, 'Scale', 1),
    offset: numberIn(band, 'Offset', 0),
    ...(unit && { unit }),
    sources,
  };
}

function placeOf(root: XmlElement): Pick<VrtDocument, 'west' | 'north' | 'dx' | 'dy'> {
  const element = childOf(root, 'GeoTransform');
  if (element === undefined) throw fault(root, 'found no <GeoTransform>: the raster does not say where it lies');
  const [west, dx, turnX, north, turnY, dy] = element.text.split(',').map(Number);
  if (![west, dx, north, dy].every(Number.isFinite) || turnX !== 0 || turnY !== 0 || !(dx > 0) || !(dy < 0))
    throw fault(element, `found ${quoteText(element.text)}, expected a raster whose rows go east and columns south`);
  return { west, north, dx, dy: -dy };
}

function sourceOf(element: XmlElement): VrtSource {
  const name = childOf(element, 'SourceFilename');
  if (name === undefined || name.text === '') throw fault(element, 'found no <SourceFilename>');
  const band = childOf(element, 'SourceBand')?.text ?? '1';
  if (band !== '1') throw fault(element, `found the band ${shorten(band)} of a source, expected the first`);
  if (childOf(element, 'LUT')) throw fault(element, 'found a table of values (LUT), which is not read');
  return {
    file: name.text,
    from: rectangleOf(childOf(element, 'SrcRect')),
    to: rectangleOf(childOf(element, 'DstRect')),
    nodata: numberIn(element, 'NODATA', NaN),
    ratio: numberIn(element, 'ScaleRatio', 1),
    offset: numberIn(element, 'ScaleOffset', 0),
  };
}

function rectangleOf(element: XmlElement | undefined): CellRectangle | undefined {
  if (element === undefined) return undefined;
  const [column, row, columns, rows] = ['xOff', 'yOff', 'xSize', 'ySize'].map((name) => attribute(element, name));
  return { column, row, columns, rows };
}

function attribute(element: XmlElement, name: string): number {
  const text = element.attributes.get(name) ?? '';
  const value = text === '' ? NaN : Number(text);
  if (Number.isFinite(value)) return value;
  throw fault(element, `found ${name} ${quoteText(text)}, expected a number`);
}

function numberIn(element: XmlElement, name: string, absent: number): number {
  const [child] = childrenOf(element, name);
  if (child === undefined || child.text.toLowerCase() === 'nan') return absent;
  const value = child.text === '' ? NaN : Number(child.text);
  if (!Number.isNaN(value)) return value;
  throw fault(child, `found ${quoteText(child.text)}, expected a number`);
}

const fault = ({ place }: XmlElement, message: string): UserError => new UserError(message, { place });
