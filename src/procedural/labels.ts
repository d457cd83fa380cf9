import type { LabelRule } from '../scene/scene-description.js';
import type { ProceduralKind, SceneSize } from './procedural-kind.js';
import type { SceneDetails } from './scene-details.js';
import { VEHICLE_KINDS } from './street/vehicle-kinds.js';

/** A label rule without a place in a file. */
export type ProceduralLabel = Omit<LabelRule, 'place'>;

/** ASPRS classes (LAS 1.4 R15, table 17). */
const GROUND = 2;
const LOW_VEGETATION = 3;
const MEDIUM_VEGETATION = 4;
const HIGH_VEGETATION = 5;
const BUILDING = 6;
const ROAD = 11;
const WIRE = 14;
const TOWER = 15;
const CONNECTOR = 16;
/** User classes: from 64 on they are free. */
const VEHICLE = 64;
const PERSON = 65;
const CITY_FURNITURE = 66;
const INDOOR_FURNITURE = 67;

/** Names of the user classes of generated scenes; a class lookup of LAS holds 15 characters. */
export const PROCEDURAL_CLASS_NAMES: Readonly<Record<number, string>> = Object.freeze({
  [VEHICLE]: 'Vehicle',
  [PERSON]: 'Person',
  [CITY_FURNITURE]: 'City furniture',
  [INDOOR_FURNITURE]: 'Furniture',
});

const object = (name: string, classification: number, semantic: string): ProceduralLabel => ({
  match: `${name}_*`,
  on: 'object',
  classification,
  semantic,
});

/** Parts of plants and houses with their own semantic class; the object's rule sets the ASPRS class. */
const LEAFY_PARTS: readonly ProceduralLabel[] = [
  { match: 'bark*', on: 'material', semantic: 'trunk' },
  { match: 'leaf*', on: 'material', semantic: 'foliage' },
];
const PLANT_PARTS: readonly ProceduralLabel[] = [
  ...LEAFY_PARTS,
  { match: 'needle*', on: 'material', semantic: 'foliage' },
];
const PANES: readonly ProceduralLabel[] = [{ match: 'glass', on: 'material', semantic: 'glass' }];

/** Objects of streets and districts, between plants and other things. */
const TOWN: readonly ProceduralLabel[] = [
  object('carriageway', ROAD, 'carriageway'),
  object('marking', ROAD, 'road marking'),
  object('kerb', GROUND, 'kerb'),
  object('pavement', GROUND, 'pavement'),
  object('garden', GROUND, 'garden'),
  object('tree', HIGH_VEGETATION, 'tree'),
  object('grass', LOW_VEGETATION, 'grass'),
  object('house', BUILDING, 'house'),
  object('lamp', CITY_FURNITURE, 'street lamp'),
  object('sign', CITY_FURNITURE, 'traffic sign'),
  object('car', VEHICLE, 'car'),
  object('person', PERSON, 'person'),
  ...['bench', 'bin'].map((name) => object(name, CITY_FURNITURE, name)),
];

const RULES: Readonly<Record<ProceduralKind, readonly ProceduralLabel[]>> = {
  terrain: [object('terrain', GROUND, 'terrain')],
  forest: [
    object('bush', MEDIUM_VEGETATION, 'bush'),
    { match: 'branches', on: 'group', semantic: 'branch' },
    ...PLANT_PARTS,
    object('ground', GROUND, 'terrain'),
    object('tree', HIGH_VEGETATION, 'tree'),
    object('grass', LOW_VEGETATION, 'grass'),
    object('log', LOW_VEGETATION, 'dead wood'),
    object('stone', GROUND, 'stone'),
  ],
  tree: [
    ...['trunk', 'foliage'].map((name): ProceduralLabel => ({ match: name, on: 'group', semantic: name })),
    { match: 'branches', on: 'group', semantic: 'branch' },
    object('tree', HIGH_VEGETATION, 'tree'),
  ],
  street: [
    { match: 'insulator', on: 'group', classification: CONNECTOR, semantic: 'insulator' },
    object('hedge', MEDIUM_VEGETATION, 'hedge'),
    ...PLANT_PARTS,
    ...PANES,
    object('tree_pit', GROUND, 'tree pit'),
    ...TOWN,
    object('wire', WIRE, 'wire'),
    object('pole', TOWER, 'pole'),
    ...['bollard', 'fence'].map((name) => object(name, CITY_FURNITURE, name)),
  ],
  district: [object('traffic_light', CITY_FURNITURE, 'traffic light'), ...PLANT_PARTS, ...PANES, ...TOWN],
  room: [
    ...PANES,
    ...LEAFY_PARTS,
    object('floor', GROUND, 'floor'),
    ...['wall', 'ceiling', 'window', 'door'].map((name) => object(name, BUILDING, name)),
    ...['plant_pot', 'table', 'chair', 'sofa', 'desk', 'bookshelf', 'book', 'rug', 'screen', 'cup', 'bowl'].map(
      (name) => object(name, INDOOR_FURNITURE, name.replace('_', ' ')),
    ),
    ...['curtain_rod', 'curtain', 'picture', 'radiator', 'floor_lamp', 'ceiling_lamp'].map((name) =>
      object(name, INDOOR_FURNITURE, name.replace('_', ' ')),
    ),
    object('plant', LOW_VEGETATION, 'plant'),
  ],
};

/** The rules that set the ASPRS class and semantic name of every object of a generated scene, in order of priority. */
export const proceduralLabels = (kind: ProceduralKind): readonly ProceduralLabel[] => RULES[kind];

/** Parts of vehicles with kinds, before the rules of the vehicles as a whole. */
const VEHICLES: readonly ProceduralLabel[] = [
  { match: 'tyre', on: 'group', semantic: 'wheel' },
  { match: 'rim', on: 'group', semantic: 'wheel' },
  { match: 'vehicle_window', on: 'group', semantic: 'window' },
  { match: 'rider_*', on: 'group', classification: PERSON, semantic: 'rider' },
  ...VEHICLE_KINDS.filter((kind) => kind !== 'car').map((kind) => object(kind, VEHICLE, kind)),
];

const group = (match: string, semantic: string): ProceduralLabel => ({ match, on: 'group', semantic });

/** Parts of houses, lamps and signs, and of cars if vehicles have no kinds. */
const PARTS: readonly ProceduralLabel[] = [
  ...['wall', 'reveal', 'bricks', 'plinth', 'steps', 'cornice'].map((match) => group(match, 'wall')),
  ...['window', 'window_frame', 'sill'].map((match) => group(match, 'window')),
  ...['door', 'handle'].map((match) => group(match, 'door')),
  ...['roof', 'eaves', 'ridge', 'gutter', 'downpipe', 'chimney*', 'dormer_side'].map((match) => group(match, 'roof')),
  ...['balcony', 'railing'].map((match) => group(match, 'balcony')),
  ...['pole', 'post'].map((match) => group(match, 'pole')),
  ...['tyre', 'rim'].map((match) => group(match, 'wheel')),
];

const FURNITURE: readonly ProceduralLabel[] = [object('box', INDOOR_FURNITURE, 'box')];

/** Rules for objects that a scene has only if size or details request them; they precede those of its kind. */
export const labelsOfWishes = (size: SceneSize, details: SceneDetails): readonly ProceduralLabel[] => [
  ...(details.vehicles === undefined ? [] : VEHICLES),
  ...(details.semantics === 'parts' ? PARTS : []),
  ...(size.furniture === undefined ? [] : FURNITURE),
];
