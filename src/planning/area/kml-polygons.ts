import { UserError } from '../../base/errors.js';
import { parseXml } from '../../base/xml/parse-xml.js';
import type { XmlElement } from '../../base/xml/xml-element.js';
import { type DegreeArea, type GeoRing, ringOf } from './geo-ring.js';

/** Geometries of KML that enclose nothing: refused, so that none is left out unseen. */
const OTHERS = ['LineString', 'Point', 'Model', 'Track', 'MultiTrack'];

/**
 * The polygons of a KML text (OGC 12-007r2, 10.8), whose coordinates are longitude, latitude and height of WGS 84.
 * Throws UserError for a file without any, with others, or with numbers that are none.
 */
export function kmlPolygons(text: string, file: string): DegreeArea {
  const polygons: GeoRing[][] = [];
  visit(parseXml(text, file), polygons);
  return { polygons };
}

/** The name of an element without its prefix. */
const nameOf = ({ name }: XmlElement): string => name.slice(name.indexOf(':') + 1);

function visit(element: XmlElement, polygons: GeoRing[][]): void {
  const name = nameOf(element);
  if (OTHERS.includes(name))
    throw new UserError(`--area: found a ${name}, expected polygons alone`, { place: element.place });
  if (name === 'Polygon') polygons.push(ringsOf(element));
  else for (const child of element.children) visit(child, polygons);
}

function ringsOf(polygon: XmlElement): GeoRing[] {
  const boundaries = (name: string) => polygon.children.filter((child) => nameOf(child) === name);
  const [outer, ...more] = boundaries('outerBoundaryIs');
  if (outer === undefined || more.length > 0)
    throw new UserError('--area: expected one outerBoundaryIs in a Polygon', { place: polygon.place });
  return [outer, ...boundaries('innerBoundaryIs')].flatMap((boundary) =>
    boundary.children.filter((child) => nameOf(child) === 'LinearRing').map(ringIn),
  );
}

function ringIn(ring: XmlElement): GeoRing {
  const coordinates = ring.children.find((child) => nameOf(child) === 'coordinates');
  const words = coordinates?.text.split(/\s+/).filter((word) => word !== '') ?? [];
  const points = words.map((word): [number, number] => {
    const [longitude, latitude] = word.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
    if (Number.isFinite(longitude) && Number.isFinite(latitude)) return [longitude, latitude];
    throw new UserError(`--area: found "${word.slice(0, 40)}", expected longitude,latitude`, {
      place: coordinates?.place ?? ring.place,
    });
  });
  return ringOf(points, ring.place, `the LinearRing of line ${ring.place.line}`);
}
