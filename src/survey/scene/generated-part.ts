import { z } from 'zod';
import type { SourcePlace } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import { choiceField, mapField, numberField, optionalField, textField } from '../../base/yaml/fields.js';
import { generatedSource } from '../../procedural/generated-source.js';
import { labelsOfWishes, type ProceduralLabel, proceduralLabels } from '../../procedural/labels.js';
import {
  detailOf,
  PROCEDURAL_KINDS,
  PROCEDURAL_LIMITS,
  PROCEDURAL_SIZES,
  type SceneSize,
  sizeFault,
  TRIANGLES_DEFAULT,
} from '../../procedural/procedural-kind.js';
import { readTreeTable } from '../../procedural/read-tree-table.js';
import {
  detailFaults,
  GROUND_CHOICES,
  LEAF_AREA_LIMITS,
  type ListedTree,
  MATERIALS,
  MEAN_DIAMETERS,
  MOVING_LIMITS,
  type SceneDetails,
  SEMANTICS,
} from '../../procedural/scene-details.js';
import { DEFAULT_SEASON, SEASONS } from '../../procedural/season.js';
import { VEHICLE_WEIGHT_MAX } from '../../procedural/street/vehicle-kinds.js';
import type { LabelRule, ScenePart } from '../../scene/scene-description.js';
import { noteFault, noting, pathIn, type Reading } from '../resolve/reading.js';
import { seedField } from '../schema/seed-field.js';

const GENERATED_TRIANGLES_MAX = 10_000_000_000;

const sizeField = (description: string) => numberField(description, { unit: 'm', above: 0, max: 20_000 });

const vehicleWeight = (description: string) => numberField(description, { min: 0, max: VEHICLE_WEIGHT_MAX }).optional();

const vehicles = mapField('weights of kinds of vehicles, on the lanes and in the bays of a street; absent: cars', {
  car: vehicleWeight('Cars'),
  van: vehicleWeight('Vans'),
  lorry: vehicleWeight('Lorries, which do not park'),
  bus: vehicleWeight('Buses, which do not park'),
  bicycle: vehicleWeight('Bicycles, with riders on the lanes'),
});

/** Kinds and settings of the generators. */
export const generatorSchema = mapField('a generated scene', {
  kind: choiceField('Kind of scene', PROCEDURAL_KINDS),
  seed: seedField('Other seeds, other scenes').default(1),
  triangles: numberField(
    `About how many triangles: the detail; absent: ${TRIANGLES_DEFAULT}, more for a long street or trees`,
    {
      whole: true,
      min: 100,
      max: GENERATED_TRIANGLES_MAX,
    },
  ).optional(),
  length: sizeField('Length along x: of a street, or of a room').optional(),
  width: sizeField('Width: of all lanes of a street, or of a room along y').optional(),
  height: sizeField('Height of a room').optional(),
  extent: sizeField('Side of the square of a forest, district or terrain').optional(),
  storeys: numberField('Storeys of the highest houses of a district', { whole: true, min: 1, max: 12 }).optional(),
  lanes: numberField('Lanes of a street, both ways together', { whole: true, min: 1, max: 8 }).optional(),
  traffic: numberField('Vehicles on the lanes of a street', { whole: true, min: 0, max: 2000 }).optional(),
  drive: sizeField('Of the right lane of a street around the origin that traffic leaves free').optional(),
  vehicles: vehicles.optional(),
  moving: mapField('traffic of a street or district that moves', {
    vehicles: numberField('Vehicles on its lanes', MOVING_LIMITS.vehicles).optional(),
    walkers: numberField('Persons on its pavements', MOVING_LIMITS.walkers).optional(),
    speed: numberField('Speed of vehicles on a free lane, on average; absent: 13.9, 8.3 in a district', {
      unit: 'm/s',
      ...MOVING_LIMITS.speed,
    }).optional(),
    seed: seedField('Other seeds, other traffic; absent: that of the scene').optional(),
  }).optional(),
  parked: numberField('Share of the parking bays of a street or district that are taken', {
    min: 0,
    max: 1,
  }).optional(),
  people: numberField('Persons in a street or district', { whole: true, min: 0, max: 1000 }).optional(),
  furniture: numberField('Density of furniture at random places in a room: 0 empty, 1 full', {
    min: 0,
    max: 1,
  }).optional(),
  season: optionalField(choiceField('Season of plants: leaves green, coloured, or fallen', SEASONS), DEFAULT_SEASON),
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
  diameter: z
    .union(
      [
        numberField('That of a tree', { unit: 'm', ...MEAN_DIAMETERS }).transform((mean) => ({ mean, sd: 0 })),
        mapField('diameters of trees at breast height', {
          mean: numberField('Their mean', { unit: 'm', ...MEAN_DIAMETERS }),
          sd: numberField('Their standard deviation, at most the mean', { unit: 'm', min: 0, max: MEAN_DIAMETERS.max }),
        }),
      ],
      { error: 'a number (m), or a map with mean and sd' },
    )
    .describe('Diameters of the trees of a forest, or of a tree, at breast height')
    .optional(),
  species: z
    .union(
      [
        textField('The only species').transform((name): Record<string, number> => ({ [name]: 1 })),
        z.record(textField('Species of tree'), numberField('Its share', { min: 0, max: 1e6 })),
      ],
      { error: 'a species of tree, or a map from species to their shares' },
    )
    .describe('Species of the trees of a forest, by shares relative to their sum, or of a tree')
    .optional(),
  trees: textField(
    'Trees of a forest: CSV file with a header line and the columns x, y and, optionally, species, diameter or dbh, height [m], leaf_area [m²], tree_id',
    'a path to a CSV file',
  ).optional(),
  lai: numberField('Leaf area of the trees of a forest in summer over its ground area', {
    min: 0.01,
    max: 30,
  }).optional(),
  leafArea: z
    .union(
      [
        numberField('Factor of the leaf areas that follow from species and diameters', LEAF_AREA_LIMITS.factor),
        z.record(
          textField('Species of tree'),
          numberField('Leaf area of a mean tree of the species', { unit: 'm²', ...LEAF_AREA_LIMITS.tree }),
        ),
      ],
      { error: 'a factor, or a map from species to the leaf area of a mean tree (m²)' },
    )
    .describe('Leaf area of the trees of a forest in summer; absent: by species and diameter')
    .optional(),
  ground: choiceField(
    'Ground of a forest: its own, or none, if its plants stand on that of another part',
    GROUND_CHOICES,
  ).optional(),
});

type GeneratorDefinition = z.output<typeof generatorSchema>;

/** The wish that a generated part states; a table of trees is still missing in it. */
function wishOf({
  kind,
  seed,
  triangles,
  season,
  vehicles,
  moving,
  diameter,
  species,
  trees,
  leafArea,
  ground,
  materials,
  semantics,
  ...size
}: GeneratorDefinition): {
  size: SceneSize;
  details: SceneDetails;
} {
  const listed = trees === undefined ? undefined : [];
  return {
    size: withoutAbsent(size),
    details: withoutAbsent({
      ...{ season, vehicles, moving, diameter, species, leafArea, ground, materials, semantics },
      trees: listed,
    }),
  };
}

/** The generator of a part. Notes wishes that it cannot fulfil. */
export async function resolveGenerated(
  reading: Reading,
  path: (string | number)[],
  generate: GeneratorDefinition,
  log: Log,
): Promise<ScenePart['source']> {
  const { kind, seed, triangles: wish, trees: table } = generate;
  const { size, details: told } = wishOf(generate);
  const fault = sizeFault(kind, size);
  if (fault) noteFault(reading, [...path, fault.key], fault.found, fault.expected);
  for (const { path: at, found, expected } of detailFaults(kind, told, size))
    noteFault(reading, [...path, ...at], at[0] === 'trees' ? table : found, expected);
  const trees =
    table === undefined || kind !== 'forest' ? undefined : await resolveTrees(reading, path, table, size, log);
  const details = withoutAbsent({ ...told, trees });
  const { triangles, size: sized } = detailOf(kind, { size, triangles: wish, trees: trees?.length });
  const { minTriangles, maxTriangles } = PROCEDURAL_LIMITS[kind];
  if (triangles < minTriangles || triangles > maxTriangles)
    noteFault(reading, [...path, 'triangles'], triangles, `${minTriangles} to ${maxTriangles} triangles for a ${kind}`);
  return generatedSource(kind, {
    seed,
    triangles,
    size: sized,
    details,
    ...(table !== undefined && { table: pathIn(reading, table) }),
  });
}

/** The trees of a table; notes its faults. */
async function resolveTrees(
  reading: Reading,
  path: (string | number)[],
  table: string,
  { extent, stems }: SceneSize,
  log: Log,
): Promise<ListedTree[] | undefined> {
  if (stems !== undefined) noteFault(reading, [...path, 'stems'], stems, 'no stems: the table has its trees');
  const { max = 0 } = PROCEDURAL_SIZES.forest.extent ?? {};
  return noting(reading, [...path, 'trees'], () =>
    readTreeTable(reading.files, pathIn(reading, table), extent ?? max, log),
  );
}

const withoutAbsent = <Given extends object>(given: Given): Given =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Given;

/** A generator that a scene uses, and the place of its description. */
export interface PlacedGenerator {
  wish: GeneratorDefinition;
  place: SourcePlace;
}

/** Rules of the generators that the scene uses. They come after the user's own. */
export function generatedLabels(generated: readonly PlacedGenerator[]): LabelRule[] {
  const kinds = new Map(generated.map(({ wish, place }) => [wish.kind, place] as const));
  const partRules = new Map(
    generated.flatMap(({ wish, place }) => {
      const { size, details } = wishOf(wish);
      return labelsOfWishes(size, details).map((rule) => [rule.match, { rule, place }] as const);
    }),
  );
  return [
    ...[...partRules.values()],
    ...[...kinds].flatMap(([kind, place]) => proceduralLabels(kind).map((rule) => ({ rule, place }))),
  ].map(({ rule, place }) => builtIn(rule, place));
}

/** All of one shape, and written out, since a plan makes millions. */
const builtIn = (
  { match, part, on, classification, semantic, material }: ProceduralLabel,
  place: SourcePlace,
): LabelRule => ({ match, part, on, classification, semantic, material, builtIn: true, place });
