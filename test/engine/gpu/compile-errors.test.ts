import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { InvariantError } from '../../../src/base/errors.js';
import { createPipeline } from '../../../src/engine/gpu/compute-pipeline.js';
import type { Pass } from '../../../src/engine/gpu/passes.js';
import { nullDevice } from '../../support/null-device.js';

const texts = vi.hoisted(() => ({}) as Record<string, string>);
vi.mock('../../../src/engine/gpu/shader-texts.generated.js', () => ({ SHADER_TEXTS: texts }));

const GOOD = {
  'records.wgsl': 'struct Run {\n  seed: u32,\n}\nconst WORKGROUP: u32 = 64u;\n',
  'tools.wgsl': 'fn tool(x: u32) -> u32 {\n  return x + 1u;\n}\n',
  'trial.entry.wgsl':
    '@compute @workgroup_size(WORKGROUP)\nfn trial(@builtin(global_invocation_id) id: vec3<u32>) {\n  _ = tool(run.seed);\n}\n',
};
const PASS: Pass = {
  name: 'trial',
  stage: 'pulse',
  extent: 'pulses',
  modules: ['tools'],
  reads: ['run'],
  writes: [],
};
const SETTINGS = {
  segments: { nodes: { count: 1, recordsEach: 1 }, triangles: { count: 1, recordsEach: 1 } },
  stackEntries: 1,
};

const device = await nullDevice();
let uncaught = 0;
device.addEventListener('uncapturederror', () => uncaught++);
afterAll(() => device.destroy());
afterEach(() => expect(uncaught).toBe(0));

/** Message about the pass with `to` in place of `from` in a file. */
async function errorWith(file: keyof typeof GOOD, from: string, to: string): Promise<Error> {
  expect(GOOD[file]).toContain(from);
  Object.assign(texts, GOOD, { [file]: GOOD[file].replace(from, to) });
  return createPipeline(device, PASS, SETTINGS).then(
    () => expect.fail('it compiles'),
    (error) => error,
  );
}

describe('a shader that does not compile', () => {
  it('compiles without the fault', async () => {
    Object.assign(texts, GOOD);
    expect((await createPipeline(device, PASS, SETTINGS)).bindings.length).toBe(1);
  });

  it.each([
    ['tools.wgsl', 'x + 1u', 'x + 1.5', 'wgsl/tools.wgsl:2:10: '],
    ['tools.wgsl', 'x + 1u', 'y', 'wgsl/tools.wgsl:2:10: '],
    ['records.wgsl', 'u32,', 'u33,', 'wgsl/records.wgsl:2:9: '],
    ['trial.entry.wgsl', 'tool(', 'tol(', 'wgsl/trial.entry.wgsl:3:7: '],
    ['trial.entry.wgsl', 'run.seed', 'program.kind', 'wgsl/trial.entry.wgsl:3:12: '],
  ] as const)('is reported with file, line and column: %s with %s → %s', async (file, from, to, place) => {
    const error = await errorWith(file, from, to);
    expect(error).toBeInstanceOf(InvariantError);
    expect(error.message.slice(0, place.length), error.message).toBe(place);
    expect(error.message.length).toBeGreaterThan(place.length);
  });

  it('is reported by pass where its entry point or its interface is not what the table says', async () => {
    const renamed = await errorWith('trial.entry.wgsl', 'fn trial', 'fn other');
    expect(renamed).toBeInstanceOf(InvariantError);
    expect(renamed.message).toMatch(/^the device refuses the pass 'trial': /);
    const large = await errorWith('trial.entry.wgsl', 'WORKGROUP', '1u << 14');
    expect(large.message).toMatch(/^the device refuses the pass 'trial': /);
  });
});
