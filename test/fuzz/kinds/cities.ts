import type { FuzzKind } from '../fuzz-kind.js';
import { textSeed } from '../in-memory.js';
import { useScene } from './scene-parts.js';

const SHELL = [[[3, 2, 1, 0]], [[4, 5, 6, 7]], [[0, 1, 5, 4]], [[1, 2, 6, 5]], [[2, 3, 7, 6]], [[3, 0, 4, 7]]];

/** A house with named surfaces, a yard with a hole, and a tree placed from a template. */
const CITY = {
  type: 'CityJSON',
  version: '2.0',
  transform: { scale: [0.001, 0.001, 0.001], translate: [-5, 1, -1] },
  metadata: { referenceSystem: 'https://www.opengis.net/def/crs/EPSG/0/7415' },
  CityObjects: {
    house: {
      type: 'Building',
      geometry: [
        { type: 'MultiSurface', lod: '1', boundaries: SHELL.slice(0, 2) },
        {
          type: 'Solid',
          lod: '2.2',
          boundaries: [SHELL],
          semantics: {
            surfaces: [{ type: 'GroundSurface' }, { type: 'RoofSurface' }, { type: 'WallSurface' }],
            values: [[0, 1, 2, 2, null, 2]],
          },
          material: { theme: { values: [[0, 0, null, 0, 0, 0]] } },
        },
      ],
    },
    yard: {
      type: 'LandUse',
      geometry: [{ type: 'CompositeSurface', lod: '1', boundaries: [[SHELL[0][0], [8, 11, 10, 9]]] }],
    },
    tree: {
      type: 'SolitaryVegetationObject',
      geometry: [
        {
          type: 'GeometryInstance',
          template: 0,
          boundaries: [4],
          transformationMatrix: [2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1],
        },
      ],
    },
  },
  appearance: { materials: [{ name: 'brick', diffuseColor: [0.9, 0.1, 0.75], transparency: 0.5 }] },
  'geometry-templates': {
    templates: [{ type: 'MultiSurface', lod: '2', boundaries: [[[0, 1, 2]]] }],
    'vertices-templates': [
      [0, 0, 0],
      [1, 0, 0],
      [0, 0, 1],
    ],
  },
  vertices: [
    [0, 0, 0],
    [9000, 0, 0],
    [9000, 9000, 0],
    [0, 9000, 0],
    [0, 0, 3001],
    [9000, 0, 3001],
    [9000, 9000, 3001],
    [0, 9000, 3001],
    [4000, 4000, 0],
    [6000, 4000, 0],
    [6000, 6000, 0],
    [4000, 6000, 0],
  ],
};

/** The same as a sequence: a head, and an object a line. */
const SEQUENCE = [
  { ...CITY, CityObjects: {}, vertices: [] },
  { type: 'CityJSONFeature', id: 'house', CityObjects: { house: CITY.CityObjects.house }, vertices: CITY.vertices },
];

export const cityjson: FuzzKind = {
  name: 'cityjson',
  weight: 4,
  isText: true,
  dictionary: [
    ...['MultiSurface', 'CompositeSurface', 'Solid', 'MultiSolid', 'CompositeSolid', 'GeometryInstance', 'MultiPoint'],
    ...[
      'CityJSONFeature',
      'RoofSurface',
      'ClosureSurface',
      'Door',
      'lod',
      'boundaries',
      'semantics',
      'values',
      'template',
    ],
    ...['"1.1"', '"0.9"', 'null', '[]', '{}', '[[]]', '-1', 'children', 'parents', '+Shed'],
  ],
  seeds: () => [
    textSeed('model.city.json', JSON.stringify(CITY, undefined, 1)),
    textSeed('model.city.jsonl', SEQUENCE.map((line) => JSON.stringify(line)).join('\n')),
  ],
  use: (bytes, file) => useScene(file, bytes),
};
