/*
 * The categories of nuScenes-lidarseg by their numbers in label files. The numbers are those of its category.json, with
 * stuff in alphabetical order, which all programs use; the table in its page instructions_lidarseg numbers 25 to 30
 * differently.
 */
import type { DataClass } from '../data-set.js';
import { PART_OF_OBJECT } from '../street-classes.js';

const NOISE = 'noise';
const OBJECTS = [
  ...['animal', 'human.pedestrian.adult', 'human.pedestrian.child', 'human.pedestrian.construction_worker'],
  ...['human.pedestrian.personal_mobility', 'human.pedestrian.police_officer', 'human.pedestrian.stroller'],
  ...['human.pedestrian.wheelchair', 'movable_object.barrier', 'movable_object.debris'],
  ...['movable_object.pushable_pullable', 'movable_object.trafficcone', 'static_object.bicycle_rack'],
  ...['vehicle.bicycle', 'vehicle.bus.bendy', 'vehicle.bus.rigid', 'vehicle.car', 'vehicle.construction'],
  ...['vehicle.emergency.ambulance', 'vehicle.emergency.police', 'vehicle.motorcycle', 'vehicle.trailer'],
  'vehicle.truck',
];
const STUFF = [
  ...['flat.driveable_surface', 'flat.other', 'flat.sidewalk', 'flat.terrain', 'static.manmade', 'static.other'],
  ...['static.vegetation', 'vehicle.ego'],
];

/** Every category, in the order of their numbers. */
export const CATEGORIES: readonly DataClass[] = [NOISE, ...OBJECTS, ...STUFF].map((name, id) => ({
  name,
  id,
  ...(OBJECTS.includes(name) && { isObject: true }),
}));

const named = (category: string, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, category] as const));

/** Categories of things in generated scenes, by semantic name. */
export const CATEGORY_NAMES: Readonly<Record<string, string>> = Object.freeze({
  ...named('flat.driveable_surface', ['carriageway', 'road marking']),
  ...named('flat.sidewalk', ['kerb', 'pavement']),
  ...named('flat.terrain', ['terrain', 'stone', 'garden', 'tree pit', 'grass']),
  ...named('static.vegetation', ['tree', 'trunk', 'branch', 'foliage', 'bush', 'hedge', 'dead wood', 'plant']),
  ...named('static.manmade', [
    'house',
    'wall',
    'roof',
    'balcony',
    'window',
    'door',
    'glass',
    'wire',
    'pole',
    'insulator',
  ]),
  ...named('static.manmade', ['street lamp', 'traffic sign', 'traffic light', 'bench', 'bollard', 'fence']),
  ...named('movable_object.pushable_pullable', ['bin']),
  // Its authors count vans as cars, and riders as part of their vehicle.
  ...named('vehicle.car', ['car', 'van']),
  ...named('vehicle.truck', ['lorry']),
  ...named('vehicle.bus.rigid', ['bus']),
  ...named('vehicle.bicycle', ['bicycle', 'rider']),
  ...named('vehicle.motorcycle', ['motorcycle', 'motorcyclist']),
  ...named('vehicle.trailer', ['trailer']),
  ...named('human.pedestrian.adult', ['person']),
  ...named('animal', ['animal']),
  ...named('movable_object.trafficcone', ['traffic cone']),
  ...named('movable_object.barrier', ['barrier']),
  wheel: PART_OF_OBJECT,
});
