import { UserError } from '../../base/errors.js';
import { nestsBeyond } from '../../base/json-depth.js';
import { type DegreeArea, type GeoRing, ringOf } from './geo-ring.js';

/** Nesting of a collection of collections: deeper ones nobody writes. */
const DEPTH_MAX = 32;
/** Names of WGS 84 in degrees, longitude first, in the `crs` that GeoJSON of 2008 had. */
const DEGREES = /(CRS:?84|EPSG:+4326)$/i;

/**
 * The polygons of a GeoJSON text (RFC 7946), with the name of their system if the file has one that is not in degrees
 * (GeoJSON of 2008). Throws UserError for anything but polygons.
 */
export function geojsonPolygons(bytes: Uint8Array, file: string): DegreeArea {
  if (nestsBeyond(bytes, DEPTH_MAX)) throw fault(file, '', `found more than ${DEPTH_MAX} levels`);
  let root: unknown;
  try {
    root = JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    throw fault(file, '', `not well-formed JSON: ${error instanceof Error ? error.message : error}`);
  }
  const polygons: DegreeArea['polygons'] = [];
  collect(root, '', file, polygons);
  return { polygons, system: systemOf(root, file) };
}

type Json = Readonly<Record<string, unknown>>;

function fault(file: string, path: string, message: string): UserError {
  return new UserError(`--area: ${path === '' ? '' : `${path}: `}${message}`, { place: { file } });
}

/** Adds the polygons of any object of GeoJSON; an empty geometry has none. */
function collect(value: unknown, path: string, file: string, polygons: DegreeArea['polygons']): void {
  const { type, features, geometry, geometries, coordinates } = asObject(value, path, file);
  const at = (key: string) => (path === '' ? key : `${path}.${key}`);
  const inside = (one: unknown, where: string) => collect(one, where, file, polygons);
  const take = (one: unknown, where: string) => polygons.push(ringsOf(one, where, file));
  if (type === 'FeatureCollection') each(features, at('features'), file, inside);
  else if (type === 'GeometryCollection') each(geometries, at('geometries'), file, inside);
  else if (type === 'MultiPolygon') each(coordinates, at('coordinates'), file, take);
  else if (type === 'Polygon') take(coordinates, at('coordinates'));
  else if (type === 'Feature' && geometry !== null) inside(geometry, at('geometry'));
  else if (type !== 'Feature')
    throw fault(file, path, `found ${JSON.stringify(type)?.slice(0, 40)}, expected polygons of GeoJSON`);
}

function asObject(value: unknown, path: string, file: string): Json {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json;
  throw fault(file, path, 'expected an object of GeoJSON');
}

function each(value: unknown, path: string, file: string, take: (one: unknown, path: string) => void): void {
  if (!Array.isArray(value)) throw fault(file, path, 'expected a list');
  for (const [k, one] of value.entries()) take(one, `${path}[${k}]`);
}

function ringsOf(value: unknown, path: string, file: string): GeoRing[] {
  const rings: GeoRing[] = [];
  each(value, path, file, (one, where) => {
    const points: [number, number][] = [];
    each(one, where, file, (point, place) => {
      const [x, y] = Array.isArray(point) ? point : [];
      if (!Number.isFinite(x) || !Number.isFinite(y)) throw fault(file, place, 'expected two numbers or three');
      points.push([x, y]);
    });
    rings.push(ringOf(points, { file }, where));
  });
  if (rings.length === 0) throw fault(file, path, 'expected an outline');
  return rings;
}

function systemOf(root: unknown, file: string): string | undefined {
  const { crs } = root as Json;
  if (crs === undefined || crs === null) return undefined;
  const { properties } = asObject(crs, 'crs', file);
  const { name } = asObject(properties, 'crs.properties', file);
  if (typeof name !== 'string') throw fault(file, 'crs.properties.name', 'expected the name of a reference system');
  return DEGREES.test(name) ? undefined : name;
}
