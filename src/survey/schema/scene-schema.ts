import { z } from 'zod';
import { SEED_MAX } from '../../base/random.js';
import { joinWords } from '../../base/text.js';
import {
  choiceField,
  flagField,
  listField,
  mapField,
  numberField,
  pairField,
  textField,
  vectorField,
} from '../../base/yaml/fields.js';
import { turnsSchema } from '../../platform/orientation-schema.js';
import { PROCEDURAL_KINDS } from '../../procedural/procedural-kind.js';
import { MATERIALS, MEAN_DIAMETERS, SEMANTICS } from '../../procedural/scene-details.js';
import { SEASONS } from '../../procedural/season.js';
import { VEHICLE_WEIGHT_MAX } from '../../procedural/street/vehicle-kinds.js';
import { INSTANCE_MAX } from '../../scene/instance-names.js';
import { PLACEMENTS_MAX } from '../../scene/place/count-placements.js';
import { LEAF_ANGLES } from '../../scene/read/amapvox/leaf-angles.js';
import { MODEL_ENDINGS, SCENE_FORMATS } from '../../scene/read/scene-formats.js';
import { VOXEL_NORMALS } from '../../scene/read/voxels/voxel-normals.js';
import { SEMANTIC_MAX } from '../../scene/semantic-classes.js';
import { ASPRS_NAMES_FOR_SURVEYS } from '../resolve/asprs-class-by-name.js';
import { coordinate } from './coordinate.js';
import { materialFoldersField, materialsSchema } from './scene-materials-schema.js';

/** The survey's `scene`: its geometry, its placement, and the labels of its surfaces. */

const INSTANCES_MAX = 100_000;
const GENERATED_TRIANGLES_MAX = 10_000_000_000;

/** Factors of a placement, and metres in one unit. */
export const SCALE_LIMITS = Object.freeze({ above: 0, max: 1e6 });
const rightAngle = { unit: 'deg', min: -360, max: 360 };

const sizeField = (description: string) => numberField(description, { unit: 'm', above: 0, max: 20_000 });

export const seedField = (description: string) => numberField(description, { whole: true, min: 0, max: SEED_MAX });

/** Metres in one unit of length. */
export const LENGTH_UNITS = { m: 1, cm: 0.01, mm: 0.001, km: 1000, ft: 0.3048, in: 0.0254 } as const;

/** Ways in which voxels of vegetation stand for it. */
const VOXEL_MODES = ['solid', 'scaled', 'medium'] as const;

const unitNames = Object.keys(LENGTH_UNITS) as [keyof typeof LENGTH_UNITS, ...(keyof typeof LENGTH_UNITS)[]];

const unit = z
  .union([choiceField('Name of the unit', unitNames), numberField('Metres in one unit', SCALE_LIMITS)], {
    error: `one of ${unitNames.join(', ')}, or the number of metres in one unit`,
  })
  .describe('Unit of length of the file');

const rotation = z
  .union(
    [
      vectorField('Angles about x, then y, then z', rightAngle),
      mapField('a rotation about an axis', {
        axis: vectorField('Axis of the rotation; any length but 0'),
        angle: numberField('Angle, right-handed', rightAngle),
      }),
      turnsSchema,
    ],
    { error: 'a list of 3 angles (deg), a map with axis and angle, or a list of turns, each with axis and angle' },
  )
  .describe('Rotation about the origin');

const scale = z
  .union([numberField('Factor', SCALE_LIMITS), vectorField('Factors along x, y, z', SCALE_LIMITS)], {
    error: 'a number > 0, or a list of 3 of them',
  })
  .describe('Scale about the origin');

const transform = mapField('a placement: scaled first, then rotated, then moved', {
  translate: vectorField('Shift', coordinate).optional(),
  rotate: rotation.optional(),
  scale: scale.optional(),
});

const placedInstance = mapField('one instance: scaled, turned to its heading, then moved', {
  translate: vectorField('Its position', coordinate),
  heading: numberField('Clockwise from above', rightAngle).optional(),
  scale: numberField('Factor', SCALE_LIMITS).optional(),
});

const csvInstances = mapField('instances from a table', {
  csv: textField(
    'CSV file with a header line and the columns x, y and, optionally, z, heading, scale',
    'a path to a CSV file',
  ),
});

const scatterInstances = mapField('instances scattered at random', {
  scatter: mapField('the scattering', {
    count: numberField('Number of instances', { whole: true, min: 1, max: PLACEMENTS_MAX }),
    seed: seedField('Other seeds, other places').default(1),
    area: z
      .tuple([pairField('[x, y] of one corner', coordinate), pairField('[x, y] of the opposite corner', coordinate)], {
        error: 'a list of two corners: [[x0, y0], [x1, y1]]',
      })
      .describe('Rectangle of their positions [m]'),
    scale: pairField('Smallest and largest factor', SCALE_LIMITS).default([1, 1]),
    spacing: numberField('Least distance between two of them', { unit: 'm', min: 0, max: coordinate.max }).default(0),
    on: textField('Name of the part whose surface they stand on; absent: z = 0', 'the name of a part').optional(),
  }),
});

const instances = z
  .union([listField('instances', placedInstance, { min: 1, max: INSTANCES_MAX }), csvInstances, scatterInstances], {
    error: 'a list of instances, a map with csv, or a map with scatter',
  })
  .describe('Placements of the part, if it has several or another one');

/** Word for all surfaces that are ground. */
export const ALL_GROUND = 'ground';

const groundName = (description: string) => textField(description, 'ground, or the name of a part');

const stand = z
  .union(
    [
      groundName('Name of the part that it stands on, or ground for all surfaces of class ground or road surface'),
      mapField('a ground', {
        part: groundName('Name of the part that it stands on, or ground').default(ALL_GROUND),
        by: choiceField(
          'Its lowest vertex on the surface below; on a plane fitted to the ground; or no vertex below that plane, and one on it',
          ['surface', 'plane-lowest', 'plane-closest'],
        ).default('surface'),
      }),
    ],
    { error: 'ground, the name of a part, or a map with part and by' },
  )
  .describe('Ground on which it is put, up or down from where it is placed');

const common = {
  name: textField('Name of the part; absent: the name of the file or of the generator').optional(),
  transform: transform.optional(),
  instances: instances.optional(),
  on: stand.optional(),
  instance: numberField('Number of the object that the part is, with all its placements; absent: numbers in turn', {
    whole: true,
    min: 1,
    max: INSTANCE_MAX,
  }).optional(),
};

const Y_UP = joinWords(
  SCENE_FORMATS.filter(({ up }) => up === 'y').map(({ title }) => title),
  'and',
);

const levelOfDetail = z
  .union(
    [textField('Such as "2.2", or "2" for the finest of level 2'), numberField('As a number', { min: 0, max: 9 })],
    { error: 'a level of detail such as "2.2"' },
  )
  .describe('Level of detail taken of a CityJSON file; absent: the finest of each object')
  .meta({ examples: ['2.2'] });

const voxels = mapField('how voxels become surfaces', {
  size: numberField('Of a cloud of points: edge of a voxel, in the unit of the file', {
    above: 0,
    max: 1e6,
  }).optional(),
  minPoints: numberField('Of a cloud of points: voxels with fewer points are left out; absent: 1', {
    whole: true,
    min: 1,
    max: 1e9,
  }).optional(),
  normals: choiceField(
    'Of a cloud of points: normals of its voxels, those of their faces, or by their points the mean, that of the one nearest to the middle, or that of a plane through them; absent: faces',
    VOXEL_NORMALS,
  ).optional(),
  normalColumns: vectorField(
    'Of a cloud of text: columns of the normals of its points, counted from 1; absent: those called nx, ny, nz',
    { whole: true, min: 1, max: 1000 },
  ).optional(),
  defaultNormal: vectorField(
    'Of a cloud of points: normal of points and voxels that have none, of any length but 0; absent: they are left out',
  ).optional(),
  rotate: rotation
    .describe('Turns the places of solid cubes about the origin of the file, not the cubes themselves')
    .optional(),
  mode: choiceField(
    'Of an AMAPVox file: all of a voxel is solid, or a part of it by its plants, or light passes it by chance; absent: solid',
    VOXEL_MODES,
  ).optional(),
  exponent: numberField(
    'Of scaled voxels: power of the ratio of the plant area density to the largest one, which scales the edge; absent: 0.5',
    { above: 0, max: 10 },
  ).optional(),
  cubeScale: numberField(
    'Of solid and scaled voxels of an AMAPVox file: factor of their edges, about their middles; absent: 1',
    { above: 0, max: 1e3 },
  ).optional(),
  shift: flagField(
    'Of scaled voxels: whether they lie anywhere in their cells, not in the middle; absent: false',
  ).optional(),
  seed: seedField('Of shifted voxels: other seeds, other places; absent: 1').optional(),
  leafAngles: textField(
    `Of a medium: how leaves stand, ${joinWords(LEAF_ANGLES, 'or')}, or a table x,y,z,G of their projection, relative to the survey file; absent: spherical`,
    'a distribution of leaf angles, or a path to a table',
  ).optional(),
});

const partMaterial = mapField('a material of an MTL file', {
  file: textField('MTL file, relative to the survey file', 'a path to an MTL file'),
  name: textField('Name of the material; absent: the first one in the order of their names').optional(),
  random: mapField('copies of it with other colours, for the cubes of voxels in turn', {
    copies: numberField('Number of copies besides itself', { whole: true, min: 1, max: 1000 }),
    range: numberField('Most by which components of Kd and Ks differ', { above: 0, max: 1 }).default(1),
    seed: seedField('Other seeds, other colours').default(1),
  }).optional(),
});

const filePart = mapField('a part read from a file', {
  ...common,
  file: textField(
    `Model: ${joinWords(MODEL_ENDINGS, 'or')}, or one of these with .gz behind it; relative to the survey file`,
    'a path to a model file',
  ),
  up: choiceField(`Which axis of the file points up; absent: y for ${Y_UP}, z otherwise`, ['y', 'z']).optional(),
  unit: unit.optional(),
  lod: levelOfDetail.optional(),
  voxels: voxels.optional(),
  material: partMaterial
    .describe('What all surfaces of the part have, without its pictures, in place of the materials of its file')
    .optional(),
});

const vehicleWeight = (description: string) => numberField(description, { min: 0, max: VEHICLE_WEIGHT_MAX }).optional();

const vehicles = mapField('weights of kinds of vehicles, on the lanes and in the bays of a street; absent: cars', {
  car: vehicleWeight('Cars'),
  van: vehicleWeight('Vans'),
  lorry: vehicleWeight('Lorries, which do not park'),
  bus: vehicleWeight('Buses, which do not park'),
  bicycle: vehicleWeight('Bicycles, with riders on the lanes'),
});

/** What a generator takes. */
export const generatorSchema = mapField('a generated scene', {
  kind: choiceField('Kind of scene', PROCEDURAL_KINDS),
  seed: seedField('Other seeds, other scenes').default(1),
  triangles: numberField('About how many triangles: the detail; absent: 300000, more for a long street', {
    whole: true,
    min: 100,
    max: GENERATED_TRIANGLES_MAX,
  }).optional(),
  length: sizeField('Length along x: of a street, or of a room').optional(),
  width: sizeField('Width: of all lanes of a street, or of a room along y').optional(),
  height: sizeField('Height of a room').optional(),
  extent: sizeField('Side of the square of a forest, district or terrain').optional(),
  storeys: numberField('Storeys of the highest houses of a district', { whole: true, min: 1, max: 12 }).optional(),
  lanes: numberField('Lanes of a street, both ways together', { whole: true, min: 1, max: 8 }).optional(),
  traffic: numberField('Vehicles on the lanes of a street', { whole: true, min: 0, max: 2000 }).optional(),
  drive: sizeField('Of the right lane of a street around the origin that traffic leaves free').optional(),
  vehicles: vehicles.optional(),
  parked: numberField('Share of the parking bays of a street or district that are taken', {
    min: 0,
    max: 1,
  }).optional(),
  people: numberField('Persons in a street or district', { whole: true, min: 0, max: 1000 }).optional(),
  furniture: numberField('Density of furniture at random places in a room: 0 empty, 1 full', {
    min: 0,
    max: 1,
  }).optional(),
  season: choiceField('Season of plants: leaves green, coloured, or fallen; absent: summer', SEASONS).optional(),
  materials: choiceField(
    'Materials: the same in all scenes, or others of the catalogue by the seed',
    MATERIALS,
  ).optional(),
  semantics: choiceField(
    'Semantic classes of a street or district: of objects, or of parts of houses, signs and lamps as well',
    SEMANTICS,
  ).optional(),
  relief: numberField('Height of a terrain or of the ground of a forest from its lowest point to its highest', {
    unit: 'm',
    min: 0,
    max: 5000,
  }).optional(),
  roughness: numberField('Fractal dimension of a terrain or of the ground of a forest: 2.1 smooth, 2.8 rough', {
    min: 2.1,
    max: 2.8,
  }).optional(),
  stems: numberField('Trees of a forest per hectare', { min: 1, max: 20_000 }).optional(),
  diameter: mapField('diameters of the trees of a forest at breast height', {
    mean: numberField('Their mean', { unit: 'm', ...MEAN_DIAMETERS }),
    sd: numberField('Their standard deviation, at most the mean', { unit: 'm', min: 0, max: MEAN_DIAMETERS.max }),
  }).optional(),
  species: z
    .record(textField('Species of tree'), numberField('Its share', { min: 0, max: 1e6 }), {
      error: 'a map from species of trees to their shares',
    })
    .describe('Shares of the species of the trees of a forest, relative to their sum')
    .optional(),
  trees: textField(
    'Trees of a forest: CSV file with a header line and the columns x, y and, optionally, species, diameter, height [m]',
    'a path to a CSV file',
  ).optional(),
});

const generatedPart = mapField('a part made by a generator', { ...common, generate: generatorSchema });

const asprsClass = z
  .union(
    [
      numberField('Number', { whole: true, min: 0, max: 255 }),
      textField('Name', 'an ASPRS class: its number from 0 to 255 or its name'),
    ],
    { error: 'an ASPRS class: its number from 0 to 255 or its name' },
  )
  .describe(`ASPRS class by number or name: ${ASPRS_NAMES_FOR_SURVEYS.join(', ')}`);

const label = mapField('a label', {
  match: textField(
    'Pattern for names: * stands for any characters, ? for one; upper and lower case count as equal',
    'a pattern such as "tree_*"',
  ).optional(),
  part: textField('Pattern for the name of the part; absent: any part', 'a pattern such as "Wood*"').optional(),
  on: choiceField('Name to be matched', ['any', 'object', 'group', 'material']).default('any'),
  class: asprsClass.optional(),
  semantic: textField('Free class of your own').optional(),
  material: textField("Material that replaces the file's", 'the name of a material').optional(),
});

export const partSchema = z.union([filePart, generatedPart], { error: 'a map with file, or with generate' });

/** Most parts of a scene. */
export const PARTS_MAX = 10_000;

export const sceneSchema = mapField('a scene', {
  parts: listField('parts of the scene', partSchema, { min: 1, max: PARTS_MAX }),
  labels: listField('labels, tried in order', label, { max: 10_000 }).optional(),
  semantics: z
    .record(
      textField('Name of a semantic class'),
      numberField('Its number', { whole: true, min: 1, max: SEMANTIC_MAX }),
      { error: 'a map from names of semantic classes to their numbers' },
    )
    .describe('Numbers of semantic classes; absent: those of the table in docs/labels.md, others from 256 on')
    .optional(),
  classes: z
    .record(textField('Name of a class'), numberField('Its number', { whole: true, min: 64, max: 255 }), {
      error: 'a map from names of classes to their numbers, 64 to 255',
    })
    .describe('Names of classes of your own, 64 to 255, for labels and files')
    .optional(),
  materials: materialsSchema.optional(),
  materialFolders: materialFoldersField.optional(),
  modelFolders: listField(
    "folders whose files models may name (material libraries, images, buffers), besides those in a model's own folder; relative to the survey file",
    textField('Folder', 'a path to a folder'),
    { max: 100 },
  ).optional(),
});

export type SceneDefinition = z.output<typeof sceneSchema>;
export type PartDefinition = SceneDefinition['parts'][number];
export type TransformDefinition = z.output<typeof transform>;
export type InstancesDefinition = z.output<typeof instances>;
