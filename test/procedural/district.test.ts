import { describe, expect, it } from 'vitest';
import { generateModel } from '../../src/procedural/generate.js';
import type { SceneSize } from '../../src/procedural/procedural-kind.js';
import type { SceneDetails } from '../../src/procedural/scene-details.js';
import type { footprintOf } from '../../src/procedural/street/footprints.js';
import type { Model } from '../../src/scene/model.js';
import { boxOf, footprints, named, overlaps } from './models.js';
import { labelledGroups } from './semantics.js';

const SEEDS = [1, 2, 3];
/** Enough for frames and balconies. */
const TRIANGLES = 800_000;
const make = (seed: number, size: SceneSize = {}, details: SceneDetails = {}): Model =>
  generateModel('district', { seed, triangles: TRIANGLES, size: { extent: 120, ...size }, details });

describe('a district', () => {
  const crowd = { parked: 1, people: 60 };
  const crowded = SEEDS.map((seed) => make(seed, crowd, { vehicles: { car: 3, van: 1, bicycle: 1 } }));

  it('has nothing in its houses, and nothing on its crossing but a scanner', () => {
    for (const [k, model] of crowded.entries()) {
      const seed = SEEDS[k];
      const houses = footprints(model, /^house_/, 2.2);
      const vehicles = footprints(model, /^(car|van|bicycle)_\d/);
      const people = footprints(model, /^person_/);
      const posts = footprints(model, /^(lamp|sign|traffic_light|bench|bin)_\d/, 2.2);
      expect([houses.length > 30, vehicles.length > 30, people.length], `seed ${seed}`).toEqual([true, true, 60]);
      expect(overlaps(vehicles, [...houses, ...people, ...posts]), `seed ${seed}`).toEqual([]);
      expect(overlaps(vehicles), `seed ${seed}`).toEqual([]);
      expect(overlaps(people, [...houses, ...posts]), `seed ${seed}`).toEqual([]);
      for (const [name, { x, y }] of [...vehicles, ...people])
        expect(Math.max(Math.abs(x), Math.abs(y)), name).toBeGreaterThan(5);
    }
  });

  it('has trees clear of its houses', () => {
    for (const [k, model] of crowded.entries()) {
      const trunks = named(model, /^tree_/).map(({ name, transform }): [string, ReturnType<typeof footprintOf>] => [
        name,
        { x: transform[3], y: transform[7], cos: 1, sin: 0, halfLength: 0.4, halfWidth: 0.4 },
      ]);
      expect(trunks.length).toBeGreaterThan(20);
      const others = footprints(model, /^(house|lamp|sign|traffic_light|bench|bin)_/, 2.2);
      expect(overlaps(trunks, others), `seed ${SEEDS[k]}`).toEqual([]);
    }
  });

  it('has houses of many heights, up to as many storeys as are asked for', () => {
    const heights = (model: Model) =>
      named(model, /^house_/).map((house) => boxOf({ ...model, instances: [house] }, /./).max[2]);
    const low = heights(make(1, { storeys: 2 }));
    const high = heights(make(1, { storeys: 8 }));
    // Two storeys of 6.6 m, and a roof, a chimney.
    expect(Math.max(...low)).toBeLessThan(16);
    expect(Math.max(...high)).toBeGreaterThan(20);
    expect(new Set(high.map(Math.round)).size).toBeGreaterThan(6);
  });

  it('tells walls, windows, doors and roofs apart where parts are asked for', () => {
    const semanticsOf = (details: SceneDetails) => {
      const model = make(1, {}, details);
      const houses = labelledGroups('district', model, { details }).filter(({ object }) => object.startsWith('house_'));
      expect(new Set(houses.map(({ classification }) => classification))).toEqual(new Set([6]));
      return [...new Set(houses.map(({ semantic }) => semantic))].sort();
    };
    expect(semanticsOf({ semantics: 'parts' })).toEqual(['balcony', 'door', 'roof', 'wall', 'window']);
    expect(semanticsOf({})).toEqual(['glass', 'house']);
  });
});
