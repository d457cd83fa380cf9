import { readCrs } from '../../../src/crs/read-crs.js';
import { loadSurvey } from '../../../src/survey/load-survey.js';
import type { FuzzKind } from '../fuzz-kind.js';
import { filesOf, textSeed } from '../in-memory.js';

/** EPSG:25832 in WKT 2. */
const WKT2 =
  'PROJCRS["ETRS89 / UTM zone 32N",BASEGEOGCRS["ETRS89",DATUM["European Terrestrial Reference System 1989",ELLIPSOID["GRS 1980",6378137,298.257222101,LENGTHUNIT["metre",1]]],PRIMEM["Greenwich",0,ANGLEUNIT["degree",0.0174532925199433]]],CONVERSION["UTM zone 32N",METHOD["Transverse Mercator",ID["EPSG",9807]],PARAMETER["Latitude of natural origin",0,ANGLEUNIT["degree",0.0174532925199433]]],CS[Cartesian,2],AXIS["(E)",east,ORDER[1],LENGTHUNIT["metre",1]],AXIS["(N)",north,ORDER[2],LENGTHUNIT["metre",1]],ID["EPSG",25832]]';

const unit = (name: string, value: number, of: string) => ({ name, value, unit: of });
const axis = (name: string, abbreviation: string, direction: string) => ({
  ...{ name, abbreviation, direction, unit: 'metre' },
});

const PROJJSON = {
  $schema: 'https://proj.org/schemas/v0.7/projjson.schema.json',
  type: 'ProjectedCRS',
  name: 'ETRS89 / UTM zone 32N',
  base_crs: {
    name: 'ETRS89',
    datum: {
      type: 'GeodeticReferenceFrame',
      name: 'European Terrestrial Reference System 1989',
      ellipsoid: { name: 'GRS 1980', semi_major_axis: 6378137, inverse_flattening: 298.257222101 },
    },
  },
  conversion: {
    name: 'UTM zone 32N',
    method: { name: 'Transverse Mercator', id: { authority: 'EPSG', code: 9807 } },
    parameters: [unit('Latitude of natural origin', 0, 'degree'), unit('False easting', 500000, 'metre')],
  },
  coordinate_system: {
    subtype: 'Cartesian',
    axis: [axis('Easting', 'E', 'east'), axis('Northing', 'N', 'north')],
  },
  id: { authority: 'EPSG', code: 25832 },
};

const SURVEY = `crs: { file: x.prj }
scene: { parts: [ { generate: { kind: terrain, seed: 2, triangles: 200 } } ] }
scanner: velodyne-vlp-16
legs: [ { position: [0, 0, 1], duration: 0.001 } ]
output: [ cloud.las ]
`;

/** Loads a survey with this file as its reference system; the WKT that a cloud would hold is one again. */
async function use(bytes: Uint8Array, file: string): Promise<string | undefined> {
  const { crs } = await loadSurvey('survey.yaml', { files: filesOf({ 'survey.yaml': SURVEY }, file, bytes) });
  if (crs === undefined) return 'the survey has no reference system';
  if (/\bundefined\b|\[object/.test(crs.wkt)) return `the WKT is ${crs.wkt.slice(0, 500)}`;
  const { name } = await readCrs(crs.wkt);
  return name === crs.name ? undefined : `"${crs.name}" is called "${name}" in its WKT`;
}

export const crs: FuzzKind = {
  name: 'crs',
  weight: 10,
  isText: true,
  dictionary: [
    ...[
      'PROJCS',
      'GEOGCS',
      'COMPD_CS',
      'VERT_CS',
      'LOCAL_CS',
      'PROJCRS',
      'COMPOUNDCRS',
      'VERTCRS',
      'ENGCRS',
      'BOUNDCRS',
    ],
    ...[
      'UNIT',
      'AXIS',
      'AUTHORITY',
      'ID',
      'PARAMETER',
      'EPSG:25832',
      '+',
      '""',
      '[',
      ']',
      '(',
      ')',
      ',',
      'foot',
      'metre',
    ],
    ...['CompoundCRS', 'components', 'VerticalCRS', 'EngineeringCRS', 'datum_ensemble', 'members', 'null', '{}'],
  ],
  seeds: async () => [
    textSeed('x.prj', (await readCrs('EPSG:7415')).wkt),
    textSeed('x.prj', WKT2),
    textSeed('x.prj', JSON.stringify(PROJJSON, undefined, 1)),
    textSeed('x.prj', 'EPSG:25832+7837\n'),
  ],
  use,
};
