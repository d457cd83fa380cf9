import { describe, expect, it } from 'vitest';
import { materialByName } from '../../src/material/catalogue/material-by-name.js';
import { shippedMaterials } from '../../src/material/catalogue/shipped-materials.js';
import { generateModel } from '../../src/procedural/generate.js';
import { MATERIAL_NAMES } from '../../src/procedural/palette.js';
import { PROCEDURAL_KINDS, type ProceduralKind } from '../../src/procedural/procedural-kind.js';
import { VARIED_NAMES } from '../../src/procedural/vary-materials.js';
import { hashModel } from './models.js';

const make = (kind: ProceduralKind, seed: number, materials?: 'usual' | 'varied') =>
  generateModel(kind, { seed, triangles: kind === 'district' ? 250_000 : 60_000, details: { materials } });
const names = ({ materials }: ReturnType<typeof make>) => materials.map(({ name }) => name);
const idOf = (name: string) => materialByName(name, shippedMaterials())?.id;

describe('varied materials', () => {
  it('are all of the catalogue, and none has the name of a usual one', () => {
    for (const name of VARIED_NAMES) {
      expect(idOf(name), name).toBeDefined();
      expect(MATERIAL_NAMES, name).not.toContain(name);
    }
  });

  it.each(PROCEDURAL_KINDS)('change nothing but names and colours of surfaces of a %s', (kind) => {
    const [usual, varied] = [make(kind, 1), make(kind, 1, 'varied')];
    expect(hashModel({ ...varied, materials: usual.materials })).toBe(hashModel(usual));
    expect(hashModel(make(kind, 1, 'usual'))).toBe(hashModel(usual));
    expect(hashModel(make(kind, 1, 'varied'))).toBe(hashModel(varied));
    expect(new Set(names(varied)).size).toBe(usual.materials.length);
    for (const [k, name] of names(usual).entries())
      if (/^(bark|leaf|needle|glass)/.test(name)) expect(varied.materials[k]).toEqual(usual.materials[k]);
  });

  it('differ from seed to seed, also in what they send back', () => {
    const scenes = [1, 2, 3, 4, 5, 6].map((seed) =>
      names(make('street', seed, 'varied'))
        .map(idOf)
        .sort()
        .join(),
    );
    expect(new Set(scenes).size).toBe(6);
  });
});
