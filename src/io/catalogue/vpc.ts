/*
 * A virtual point cloud: an ItemCollection of STAC with an item for each file, as PDAL wrench's vpc-spec.md
 * describes it; point cloud extension 2.0.0, projection extension 2.0.0. pc:encoding, which version 1 of the former
 * had, is none of version 2.
 */
import type { Box3 } from '../../base/vec3.js';
import { identifyWkt } from '../../crs/inspect-wkt.js';
import { wkt2Of } from '../../crs/wkt2.js';
import type { DimensionStatistics } from './dimension-statistics.js';
import type { PointDimension } from './point-dimensions.js';

const EXTENSIONS = [
  'https://stac-extensions.github.io/pointcloud/v2.0.0/schema.json',
  'https://stac-extensions.github.io/projection/v2.0.0/schema.json',
];

/** A file of the catalogue. */
export interface CataloguedFile {
  /** Path of the file from the folder of the catalogue. */
  name: string;
  points: number;
  bounds: Box3;
  /** Absent: nobody counted them. */
  statistics?: readonly DimensionStatistics[];
}

/** Facts common to all files of the catalogue. */
export interface CatalogueFacts {
  wkt: string;
  toDegrees(easting: number, northing: number): [number, number];
  /** Day of the survey. */
  created: Date;
  dimensions: readonly Pick<PointDimension, 'name' | 'size' | 'type'>[];
}

/** The text of the catalogue of these files. */
export function vpcText(files: readonly CataloguedFile[], facts: CatalogueFacts): string {
  const features = files.map((file) => itemOf(file, facts));
  return `${JSON.stringify({ type: 'FeatureCollection', features }, undefined, 2)}\n`;
}

function itemOf({ name, points, bounds, statistics }: CataloguedFile, facts: CatalogueFacts): object {
  const { min, max } = bounds;
  const { west, south, east, north } = degreesOf(bounds, facts.toDegrees);
  return {
    type: 'Feature',
    stac_version: '1.0.0',
    stac_extensions: EXTENSIONS,
    id: name.replace(/\.(copc\.laz|laz|las)$/, ''),
    geometry: { type: 'Polygon', coordinates: [cornersOf(bounds, facts.toDegrees)] },
    bbox: [west, south, min[2], east, north, max[2]],
    properties: {
      datetime: facts.created.toISOString(),
      'pc:count': points,
      'pc:type': 'lidar',
      'pc:schemas': facts.dimensions.map(({ name: called, size, type }) => ({ name: called, size, type })),
      ...(statistics && { 'pc:statistics': statistics }),
      'proj:bbox': [...min, ...max],
      ...referenceOf(facts.wkt),
    },
    links: [],
    assets: { data: { href: `./${name}`, roles: ['data'] } },
  };
}

/** The code of a system as a whole, and its WKT 2: one of two codes, or of a rare method, lacks one of these. */
function referenceOf(wkt: string): { 'proj:code'?: string; 'proj:wkt2'?: string } {
  const { code } = identifyWkt(wkt);
  return { ...(code !== undefined && { 'proj:code': code }), 'proj:wkt2': wkt2Of(wkt) };
}

type ToDegrees = CatalogueFacts['toDegrees'];

/** The ring of the corners, against the clock, as GeoJSON wants it. */
function cornersOf({ min, max }: Box3, toDegrees: ToDegrees): [number, number][] {
  const ring = [
    toDegrees(min[0], min[1]),
    toDegrees(max[0], min[1]),
    toDegrees(max[0], max[1]),
    toDegrees(min[0], max[1]),
  ];
  return [...ring, ring[0]];
}

/** Parts of an edge, which is a curve on the other side. */
const EDGE_PARTS = 16;

function degreesOf({ min, max }: Box3, toDegrees: ToDegrees) {
  const edge = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  for (let k = 0; k <= EDGE_PARTS; k++) {
    const [x, y] = [0, 1].map((axis) => min[axis] + ((max[axis] - min[axis]) * k) / EDGE_PARTS);
    for (const [e, n] of [
      [x, min[1]],
      [x, max[1]],
      [min[0], y],
      [max[0], y],
    ]) {
      const [longitude, latitude] = toDegrees(e, n);
      edge.west = Math.min(edge.west, longitude);
      edge.east = Math.max(edge.east, longitude);
      edge.south = Math.min(edge.south, latitude);
      edge.north = Math.max(edge.north, latitude);
    }
  }
  return edge;
}
