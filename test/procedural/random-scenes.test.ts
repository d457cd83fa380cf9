import { describe, expect, it } from 'vitest';
import { generateModel, generateScene } from '../../src/procedural/generate.js';
import { labelsOfWishes, proceduralLabels } from '../../src/procedural/labels.js';
import type { ProceduralKind, SceneSize } from '../../src/procedural/procedural-kind.js';
import type { SceneDetails } from '../../src/procedural/scene-details.js';
import type { GroundOutline } from '../../src/procedural/street/footprints.js';
import { parkingBays } from '../../src/procedural/street/place-vehicles.js';
import { planStreet } from '../../src/procedural/street/street-plan.js';
import { Labels } from '../../src/scene/labels/labels.js';
import type { Model } from '../../src/scene/model.js';
import { isLong } from '../support/long-run.js';
import { effectiveTriangles, footprints, hashModel, named, overlaps } from './models.js';

const VEHICLES = { car: 3, van: 2, lorry: 2, bus: 1, bicycle: 3 };
const VEHICLE = /^(car|van|lorry|bus|bicycle)_\d/;
const SEEDS = [1, 2, 3, 4, 5];

type Wish = SceneSize & Pick<SceneDetails, 'season' | 'vehicles'>;

/** Size and details of a wish. */
const ordered = ({ season, vehicles, ...size }: Wish) => ({ size, details: { season, vehicles } });
const make = (kind: ProceduralKind, seed: number, wish: Wish, triangles = 150_000): Model =>
  generateModel(kind, { seed, triangles, ...ordered(wish) });
const street = (seed: number, wish: Wish, triangles?: number) =>
  make('street', seed, { length: 80, ...wish }, triangles);

/** Triangles with a material of this name, each mesh once. */
const trianglesOf = (model: Model, material: RegExp) =>
  model.meshes.reduce(
    (sum, { groups, triangleGroup }) =>
      sum + triangleGroup.filter((group) => material.test(model.materials[groups[group].material].name)).length,
    0,
  );

const isParked = (model: Model) =>
  named(model, VEHICLE).filter(({ transform }) => {
    const [x, y] = [transform[3], transform[7]];
    return Math.abs(y - (x * x) / 1300) > 3.3;
  });

describe('a street', () => {
  it('has as many vehicles and people as it is asked for, none in another or in a house', () => {
    for (const seed of SEEDS) {
      const model = street(seed, { vehicles: VEHICLES, traffic: 9, parked: 0.8, people: 60 });
      const vehicles = footprints(model, VEHICLE);
      const people = footprints(model, /^person_/);
      const houses = footprints(model, /^house_/, 2.2);
      const parked = isParked(model).length;
      expect([vehicles.length - parked, people.length], `seed ${seed}`).toEqual([9, 60]);
      expect([houses.length > 4, overlaps(vehicles), overlaps(people)], `seed ${seed}`).toEqual([true, [], []]);
      expect(overlaps(people, [...vehicles, ...houses]), `seed ${seed}`).toEqual([]);
      expect(overlaps(vehicles, houses), `seed ${seed}`).toEqual([]);
      expect(Math.abs(effectiveTriangles(model) / 150_000 - 1)).toBeLessThan(0.02);
    }
  });

  it('has vehicles by weight, and none on the scanner at the origin', () => {
    const count = { car: 0, van: 0, lorry: 0, bus: 0, bicycle: 0 };
    const weights = { car: 6, van: 1, lorry: 0, bus: 1, bicycle: 2 };
    for (const seed of SEEDS)
      for (const { name, transform } of named(
        make('street', seed, { length: 300, lanes: 3, vehicles: weights, traffic: 40, parked: 0 }, 400_000),
        VEHICLE,
      )) {
        count[name.split('_')[0] as keyof typeof count]++;
        expect(Math.hypot(transform[3], transform[7]), name).toBeGreaterThan(0.6);
      }
    expect(count.lorry).toBe(0);
    expect(Object.values(count).reduce((sum, each) => sum + each)).toBe(200);
    // Four standard deviations of a binomial distribution.
    expect(Math.abs(count.car - 120)).toBeLessThan(28);
    expect(Math.abs(count.bicycle - 40)).toBeLessThan(23);
    expect(Math.abs(count.bus - 20)).toBeLessThan(17);
  });

  it('has the share of its bays taken', () => {
    const bays = parkingBays(planStreet(1, 150_000, { length: 80, detail: 0 })).length;
    expect(bays).toBeGreaterThan(18);
    const shares = [0, 0.25, 0.5, 1];
    expect(shares.map((parked) => isParked(street(1, { parked })).length)).toEqual(
      shares.map((share) => Math.round(share * bays)),
    );
  });

  it.runIf(isLong)('leaves the drive of a scanner free', () => {
    for (const seed of SEEDS) {
      const model = street(
        seed,
        { length: 100, drive: 50, traffic: 10, parked: 1, people: 40, vehicles: VEHICLES },
        250_000,
      );
      const drive = Array.from({ length: 24 }, (_, k): [string, GroundOutline] => {
        const x = 2 * k - 23;
        return [`drive ${k}`, { x, y: x ** 2 / 1300 - 1.525, cos: 1, sin: 0, halfLength: 1, halfWidth: 0.85 }];
      });
      expect(overlaps(drive, footprints(model, /^(car|van|lorry|bus|bicycle|person)_\d/)), `seed ${seed}`).toEqual([]);
      expect(named(model, VEHICLE).length - isParked(model).length).toBe(10);
    }
  });

  it('has people in many bodies, who look anywhere, some of them on the crossing', () => {
    const model = street(2, { people: 80 }, 250_000);
    const people = named(model, /^person_/);
    expect(new Set(people.map(({ mesh }) => mesh)).size).toBeGreaterThan(8);
    const headings = new Set(people.map(({ transform: m }) => Math.round((4 * Math.atan2(m[4], m[0])) / Math.PI)));
    expect(headings.size).toBeGreaterThan(5);
    const crossing = people.filter(({ transform: m }) => Math.abs(m[7] - (m[3] * m[3]) / 1300) < 5);
    expect(crossing.length).toBeGreaterThan(1);
    expect(crossing.length).toBeLessThan(25);
    expect(named(street(2, { people: 0 }), /^person_/)).toEqual([]);
  });

  it('has leaves by season, and needles in all of them', () => {
    const [summer, autumn, winter] = (['summer', 'autumn', 'winter'] as const).map((season) => street(3, { season }));
    const green = /^leaf(_light|_dark)?$/;
    expect(trianglesOf(summer, green)).toBeGreaterThan(5000);
    expect(trianglesOf(autumn, /^leaf_autumn$/)).toBeGreaterThan(5000);
    expect(trianglesOf(winter, /^leaf/)).toBe(0);
    for (const model of [summer, autumn, winter]) {
      expect(trianglesOf(model, /^needle/)).toBeGreaterThan(100);
      expect(named(model, /^hedge_/).length).toBeGreaterThan(0);
    }
    expect(hashModel(summer)).toBe(hashModel(street(3, {})));
  });

  it('labels vehicles to the part', () => {
    const wish = { length: 150, vehicles: { ...VEHICLES, bus: 4 }, traffic: 14, parked: 1 };
    const model = make('street', 1, wish, 450_000);
    const { size, details } = ordered(wish);
    const rules = [...labelsOfWishes(size, details), ...proceduralLabels('street')];
    const labels = new Labels(rules.map((rule) => ({ ...rule, place: { file: 'generated' } })));
    const found = new Set<string>();
    for (const { name, mesh } of named(model, VEHICLE))
      for (const { object, group, material } of model.meshes[mesh].groups) {
        const candidate = { part: 'street', objects: [name, object], group, material: model.materials[material].name };
        const { classification, semantic } = labels.decide(candidate);
        expect(classification, `${name} ${group}`).toBe(labels.semantics[semantic] === 'rider' ? 65 : 64);
        found.add(labels.semantics[semantic]);
      }
    expect([...found].sort()).toEqual(['bicycle', 'bus', 'car', 'lorry', 'rider', 'van', 'wheel', 'window']);
  });

  it('says what does not fit', () => {
    const size = (wish: object) => () => generateScene('street', { seed: 1, triangles: 150_000, ...ordered(wish) });
    expect(size({ length: 40, vehicles: { bus: 1 }, traffic: 30 })).toThrow(
      /^traffic: found 30, and .* has room for \d+/,
    );
    expect(size({ length: 30, people: 1000 })).toThrow(/^people: found 1000, and .* has room for \d+|more than 150000/);
    expect(size({ parked: 1.5 })).toThrow('parked: found 1.5, expected a number from 0 to 1 for a street');
    expect(size({ vehicles: { tram: 1 } })).toThrow('vehicles.tram: found 1, expected one of the vehicles car, van');
    expect(size({ vehicles: { car: 1001 } })).toThrow(
      'vehicles.car: found 1001, expected a weight: a number from 0 to 1000',
    );
    expect(size({ vehicles: { car: 0 } })).toThrow(
      'vehicles: found "car: 0", expected a vehicle with a weight above 0',
    );
    expect(size({ vehicles: {} })).toThrow('vehicles: found nothing, expected a vehicle with a weight above 0');
    expect(size({ vehicles: { bus: 1 }, parked: 0.5 })).toThrow('expected a weight of car, van, bicycle');
    expect(size({ season: 'spring' })).toThrow('season: found "spring", expected one of: summer, autumn, winter');
    expect(size({ furniture: 1 })).toThrow('furniture: found 1, expected no furniture: a street has length');
  });
});

describe('a room', () => {
  const FURNITURE = /^(table|sofa|bookshelf|floor_lamp|box|desk)_\d/;
  const room = (seed: number, furniture: number) => make('room', seed, { furniture }, 250_000);

  it('has furniture that keeps clear of other pieces, of the door and of the origin', () => {
    for (const seed of SEEDS) {
      const model = room(seed, 1);
      const pieces = footprints(model, FURNITURE);
      expect(pieces.length, `seed ${seed}`).toBeGreaterThan(7);
      expect(overlaps(pieces), `seed ${seed}`).toEqual([]);
      const all = footprints(model, /^(table|sofa|bookshelf|floor_lamp|box|desk|chair)_\d/);
      const upright = { cos: 1, sin: 0 };
      const origin: GroundOutline = { ...upright, x: 0, y: 0, halfLength: 0.6, halfWidth: 0.6 };
      const door: GroundOutline = { ...upright, x: 4 - 1.075, y: -2.5, halfLength: 0.5, halfWidth: 0.5 };
      expect(
        overlaps(all, [
          ['origin', origin],
          ['door', door],
        ]),
        `seed ${seed}`,
      ).toEqual([]);
      for (const [name, { x, y }] of all) expect([Math.abs(x) < 4, Math.abs(y) < 3], name).toEqual([true, true]);
    }
  });

  it.runIf(isLong)('has more of it with the density, and other pieces, places and materials with the seed', () => {
    const counts = [0, 0.3, 0.6, 1].map((furniture) => named(room(1, furniture), FURNITURE).length);
    expect(counts[0]).toBe(0);
    expect(counts).toEqual([...new Set(counts)].sort((a, b) => a - b));
    const places = (model: Model) =>
      named(model, FURNITURE).map(
        ({ name, transform: m }) => `${name.split('_')[0]} ${m[3].toFixed(1)} ${m[7].toFixed(1)}`,
      );
    const [first, second] = [1, 2].map((seed) => new Set(places(room(seed, 1))));
    expect([...first].filter((place) => second.has(place))).toEqual([]);
    const colours = SEEDS.map((seed) =>
      room(seed, 1)
        .materials.map(({ name }) => name)
        .sort()
        .join(),
    );
    expect(new Set(colours).size).toBe(SEEDS.length);
    expect(hashModel(room(4, 0.5))).toBe(hashModel(room(4, 0.5)));
  });

  it('has as many triangles as it is given, or says how many its furniture needs', () => {
    expect(Math.abs(effectiveTriangles(room(3, 0.7)) / 250_000 - 1)).toBeLessThan(0.02);
    expect(() => make('room', 3, { length: 20, width: 20, furniture: 1 }, 20_000)).toThrow(
      'a generated room with this furniture has more than 20000 triangles',
    );
  });
});
