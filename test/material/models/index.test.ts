import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { scatteringRange } from '../../../src/material/backscatter-at.js';
import type { BrdfModel, ReadTable } from '../../../src/material/models/brdf-model.js';
import { BRDF_MODELS } from '../../../src/material/models/index.js';
import { measured } from '../../../src/material/models/measured.js';
import { type Scattering, scatteringFault } from '../../../src/material/scattering.js';
import { describeLaws } from '../../support/brdf-laws.js';

type Model = BrdfModel<Scattering, z.ZodObject>;

const MODELS = BRDF_MODELS as unknown as readonly Model[];
const FOLDER = resolve(import.meta.dirname, '../../../src/material/models');
const GUIDE = readFileSync(resolve(import.meta.dirname, '../../../docs/survey.md'), 'utf8');
const DEGREE = Math.PI / 180;
const ARRAY = 'array.npy';

const isModel = (value: unknown) => typeof value === 'object' && value !== null && 'unresolve' in value;

const noTable: ReadTable = () => {
  throw new Error('reads no table');
};

const surfaceOf = (model: Model, definition: unknown): Scattering =>
  model.resolve(model.schema.parse(definition), noTable);

describe('the table of models', () => {
  it('lists every model that a file of its folder exports', async () => {
    const names = readdirSync(FOLDER).filter((name) => name !== 'index.ts');
    const modules: Record<string, unknown>[] = await Promise.all(names.map((name) => import(`${FOLDER}/${name}`)));
    const exported = modules.flatMap((module) => Object.values(module).filter(isModel));
    expect(new Set(exported)).toEqual(new Set(MODELS));
  });

  it('names each model once, as its file', () => {
    const names = MODELS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(readdirSync(FOLDER)).toEqual(expect.arrayContaining(names.map((name) => `${name}.ts`)));
  });
});

describe.each(MODELS.map((model) => [model.name, model] as const))('the model %s', (name, model) => {
  const definitions = model.examples.map((example) => ({ ...example }));
  const surfaces = definitions.map((definition) => surfaceOf(model, definition));

  it('has its name in YAML and in SI', () => {
    expect(model.schema.safeParse({ ...definitions[0], model: 'another' }).success).toBe(false);
    for (const surface of surfaces) expect(surface.model).toBe(name);
  });

  it('gets the same surface back from the YAML that it makes of one', () => {
    for (const surface of surfaces) {
      const definition = model.schema.parse(model.unresolve(surface, ARRAY));
      expectClose(model.resolve(definition, tableOf(surface)), surface);
    }
  });

  it('takes in SI what it takes in YAML', () => {
    for (const surface of surfaces) expect(scatteringFault(surface)).toBeUndefined();
  });

  it('finds a fault in SI at each parameter that is missing or no number', () => {
    const parameters = Object.keys(surfaces[0]).filter((key) => key !== 'model');
    for (const key of parameters)
      for (const wrong of [Number.NaN, null, {}, '0.1']) {
        const fault = scatteringFault({ ...surfaces[0], [key]: wrong } as Scattering);
        expect(fault, `${key}: ${String(wrong)}`).toContain('found');
      }
  });

  it('turns degrees into radians', () => {
    for (const [index, definition] of definitions.entries())
      for (const [key, field] of Object.entries(model.schema.shape)) {
        const degrees: unknown = Reflect.get(definition, key);
        if (typeof degrees !== 'number' || !String((field as z.ZodType).description).endsWith('[deg]')) continue;
        expect(Reflect.get(surfaces[index], key), key).toBeCloseTo(degrees * DEGREE, 12);
      }
  });

  it('follows the wavelength in one of its examples, and says where it is known', () => {
    const colored = surfaces.filter((surface) => scatteringRange(surface) !== undefined);
    expect(colored.length).toBeGreaterThan(0);
    for (const surface of colored) {
      const [first, last] = scatteringRange(surface) as readonly [number, number];
      const [one, other] = [first, last].map((wavelengthNm) => model.backscatterAt(surface, wavelengthNm).values);
      expect(last).toBeGreaterThan(first);
      expect(Array.from(one)).not.toEqual(Array.from(other));
    }
  });

  it('sends back finite energy, which depends on the azimuth as it says', () => {
    for (const surface of surfaces) {
      const { values, phiCount } = model.backscatterAt(surface, 905);
      expect(values.every((value) => value >= 0 && value < Number.POSITIVE_INFINITY)).toBe(true);
      expect(model.isAnisotropic(surface)).toBe(phiCount > 1);
    }
  });

  it('says over how many azimuths it was measured', () => {
    const table = { wavelengthsNm: [905], thetaCount: 3 };
    const describe = (phiCount: number) =>
      measured.describe({ model: 'measured', table: { ...table, phiCount, values: new Float32Array(3 * phiCount) } });
    expect(describe(1)).toBe('measured at 1 wavelength, isotropic, 3 angles');
    expect(describe(5)).toBe('measured at 1 wavelength, 5 azimuths, 3 angles');
  });

  it('tells people and programs what it is', () => {
    for (const surface of surfaces) {
      expect(model.describe(surface)).toMatch(/^(?!.*(undefined|NaN|\[object)).+$/);
      expect(JSON.stringify(model.summarize(surface)).length).toBeLessThan(1000);
    }
  });

  it('has a row in docs/survey.md with every key of its YAML', () => {
    const row = GUIDE.split('\n').find((line) => line.startsWith(`| \`${name}\``)) ?? '';
    const keys = Object.keys(model.schema.shape).filter((key) => key !== 'model');
    expect(keys.filter((key) => !new RegExp(`\`${key}\\b`).test(row))).toEqual([]);
  });

  it('can be written as JSON Schema, which editors complete surveys by', () => {
    expect(() => z.toJSONSchema(model.schema, { io: 'input' })).not.toThrow();
  });

  for (const [index, surface] of surfaces.entries()) {
    const brdf = model.brdfAt?.(surface, 905);
    if (brdf) describeLaws(`example ${index + 1}, ${model.describe(surface)}`, brdf);
  }
});

/** Reads the array of a surface that has one. */
const tableOf =
  (surface: Scattering): ReadTable =>
  (file) => {
    expect(file).toBe(ARRAY);
    if (!('table' in surface)) throw new Error('has no table');
    const { wavelengthsNm, phiCount, thetaCount, values } = surface.table;
    return { shape: [wavelengthsNm.length, phiCount, thetaCount], values };
  };

/** Numbers may differ by roundings, everything else may not. */
function expectClose(found: unknown, expected: unknown): void {
  if (typeof expected === 'number') expect(found).toBeCloseTo(expected, 12);
  else if (typeof expected !== 'object' || expected === null) expect(found).toBe(expected);
  else {
    expect(Object.keys(found as object)).toEqual(Object.keys(expected));
    for (const [key, value] of Object.entries(expected)) expectClose(Reflect.get(found as object, key), value);
  }
}
