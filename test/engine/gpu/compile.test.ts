import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { DEVICE_DEFLECTORS, type DeviceDeflector } from '../../../src/device/deflectors.generated.js';
import { FEATURES, type Feature } from '../../../src/device/features.js';
import type { ShaderSettings } from '../../../src/engine/gpu/compute-pipeline.js';
import { createPipeline } from '../../../src/engine/gpu/compute-pipeline.js';
import { LEVELS_MAX } from '../../../src/engine/gpu/gpu-scene.js';
import { ALL_PASSES, PLAIN_PROGRAM, passesFor, WALKS } from '../../../src/engine/gpu/passes.js';
import { SHADER_TEXTS } from '../../../src/engine/gpu/shader-texts.generated.js';
import { nullDevice } from '../../support/null-device.js';

const FOLDER = new URL('../../../wgsl/', import.meta.url);
const files = readdirSync(FOLDER, { recursive: true })
  .map((name) => String(name).replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.wgsl'));

const settings = (nodes: number, triangles: number, stackEntries: number): ShaderSettings => ({
  segments: { nodes: { count: nodes, recordsEach: 1024 }, triangles: { count: triangles, recordsEach: 2 ** 21 } },
  stackEntries,
});

/** None, all, and those of recorded bins, which a sampling receiver takes the place of. */
const FEATURE_SETS: Feature[][] = [[], Object.keys(FEATURES) as Feature[], ['waveforms']];
const DEFLECTORS = Object.keys(DEVICE_DEFLECTORS) as DeviceDeflector[];

const device = await nullDevice();
afterAll(() => device.destroy());

describe('the passes', () => {
  it('are all the entry points that there are', () => {
    const entries = files.filter((name) => name.endsWith('.entry.wgsl')).map((name) => name.replace('.entry.wgsl', ''));
    expect([...new Set(ALL_PASSES.map(({ name }) => name))].sort()).toEqual(entries.sort());
  });

  it('use all modules that there are, none twice', () => {
    const modules = files.filter((name) => !name.endsWith('.entry.wgsl')).map((name) => name.replace('.wgsl', ''));
    const all = DEFLECTORS.flatMap((deflector) =>
      [true, false].flatMap((masks) =>
        FEATURE_SETS.flatMap((features) =>
          WALKS.flatMap((walk) => passesFor({ deflector, masks, movers: !masks, shapes: !masks, features, walk })),
        ),
      ),
    );
    const used = all.flatMap((pipeline) => pipeline.modules);
    expect([...new Set(['records', ...used])].sort()).toEqual(modules.sort());
    for (const { name, modules } of all) expect(new Set(modules).size, name).toBe(modules.length);
  });

  it('are made of the texts that stand in wgsl/', () => {
    const old = files.filter((name) => readFileSync(new URL(name, FOLDER), 'utf8') !== SHADER_TEXTS[name]);
    expect(old, 'changed since npm run build').toEqual([]);
    expect(Object.keys(SHADER_TEXTS).sort()).toEqual(files.sort());
  });

  it.each([
    ['one segment each', false, settings(1, 1, 2)],
    ['one segment each, with masks', true, settings(1, 1, 2)],
    ['two segments each', false, settings(2, 2, 31)],
    ['one and three', false, settings(1, 3, 64)],
    ['three and one', false, settings(3, 1, LEVELS_MAX + 2)],
  ])('compile: scene in %s', async (_, masks, shader) => {
    const passes = WALKS.flatMap((walk) => passesFor({ ...PLAIN_PROGRAM, masks, walk }));
    for (const description of new Set(passes)) {
      const { pipeline, bindings } = await createPipeline(device, description, shader);
      expect(pipeline.label).toBe(description.name);
      expect(bindings.length).toBeGreaterThan(0);
    }
  });

  it('compile for a sampling receiver', async () => {
    const passes = passesFor({ ...PLAIN_PROGRAM, features: ['samples'] });
    const own = passes.filter(({ when }) => when === 'samples');
    expect(own.map(({ name }) => name)).toEqual(['sample', 'recordParts', 'detect']);
    for (const description of own) await createPipeline(device, description, settings(1, 1, 2));
  });

  it('compile for recorded bins', async () => {
    const passes = passesFor({ ...PLAIN_PROGRAM, features: ['waveforms'] });
    const own = passes.filter(({ when }) => when === 'waveforms');
    expect(own.map(({ name }) => name)).toEqual(['drawBins', 'packParts', 'packSamples']);
    for (const description of own) await createPipeline(device, description, settings(1, 1, 2));
  });

  it.each(DEFLECTORS)('compile for the deflector %s, with its module alone', async (deflector) => {
    const passes = passesFor({ ...PLAIN_PROGRAM, deflector });
    expect(passes).toHaveLength(
      ALL_PASSES.filter(({ when, walk }) => !when && (!walk || walk === PLAIN_PROGRAM.walk)).length,
    );
    const deflectorsOf = (modules: readonly string[]) => modules.filter((name) => /^deflectors\/(?!beam$)/.test(name));
    const own = passes.filter(({ modules }) => deflectorsOf(modules).length > 0);
    expect(own.map(({ name, modules }) => [name, deflectorsOf(modules)])).toEqual([
      ['pulse', [`deflectors/${deflector}`]],
    ]);
    for (const description of own) await createPipeline(device, description, settings(1, 1, 2));
  });
});
