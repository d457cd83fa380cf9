import { describe, expect, it } from 'vitest';
import { BUFFERS } from '../../../src/device/buffers.js';
import { STAGES, type Stage } from '../../../src/device/stages.js';
import type { SceneSegments } from '../../../src/engine/gpu/bindings.js';
import { bindingsOf, declareBindings, layoutEntries, storageCount } from '../../../src/engine/gpu/bindings.js';
import {
  ALL_PASSES,
  type BarePass,
  PLAIN_PROGRAM,
  type ProgramKind,
  passesFor,
} from '../../../src/engine/gpu/passes.js';

const segmentsOf = (nodes: number, triangles: number, recordsEach = 1024): SceneSegments => ({
  nodes: { count: nodes, recordsEach },
  triangles: { count: triangles, recordsEach },
});

const PASS: BarePass = {
  name: 'pass',
  stage: 'traverse',
  extent: 'subrays',
  reads: ['run', 'nodes', 'triangles', 'pulses'],
  writes: ['hits'],
};

describe('bindings', () => {
  it.each(ALL_PASSES.map((pass) => [pass.name, pass] as const))('of %s are among those of its stage', (_, pass) => {
    const stage: Stage | undefined = STAGES.find(({ name }) => name === pass.stage);
    const { reads = [], writes = [] } = stage ?? {};
    expect(pass.reads.filter((name) => ![...reads, ...writes].includes(name))).toEqual([]);
    expect(pass.writes.filter((name) => !writes.includes(name))).toEqual([]);
  });

  it('are at most eight storage buffers, which every GPU allows; of shade ten, as many as Metal allows', () => {
    const kinds = [false, true].flatMap((masks) =>
      [[], ['colors'], ['waveforms'], ['samples', 'waveforms', 'colors']].map((features) => ({
        deflector: 'steady',
        masks,
        movers: masks,
        shapes: masks,
        features,
        walk: PLAIN_PROGRAM.walk,
      })),
    );
    const passes = (kinds as ProgramKind[]).flatMap(passesFor);
    const above = passes.filter((pass) => storageCount(pass, segmentsOf(1, 1)) > (pass.name === 'shade' ? 10 : 8));
    expect(above.map(({ name }) => name)).toEqual([]);
    expect(passes.filter(({ name }) => name === 'shade')).toHaveLength(4);
  });

  it('are declared in the order of the table, reads before writes, segments one by one', () => {
    expect(declareBindings(PASS, segmentsOf(1, 3)).split('\n').slice(0, 7)).toEqual([
      '@group(0) @binding(0) var<uniform> run: Run;',
      '@group(0) @binding(1) var<storage, read> nodes0: array<Node2>;',
      '@group(0) @binding(2) var<storage, read> triangles0: array<Triangle>;',
      '@group(0) @binding(3) var<storage, read> triangles1: array<Triangle>;',
      '@group(0) @binding(4) var<storage, read> triangles2: array<Triangle>;',
      '@group(0) @binding(5) var<storage, read> pulses: array<Pulse>;',
      '@group(0) @binding(6) var<storage, read_write> hits: array<u32>;',
    ]);
  });

  it('are read through a function that finds the segment', () => {
    const [one, three] = [declareBindings(PASS, segmentsOf(1, 3)), declareBindings(PASS, segmentsOf(3, 1))];
    const text = (lines: string[]) => lines.join('\n');
    expect(one).toContain(text(['fn nodesAt(i: u32) -> Node2 {', '  return nodes0[i];', '}']));
    expect(one).toContain(
      text([
        'fn trianglesAt(i: u32) -> Triangle {',
        '  if (i < 1024u) { return triangles0[i]; }',
        '  if (i < 2048u) { return triangles1[i - 1024u]; }',
        '  return triangles2[i - 2048u];',
        '}',
      ]),
    );
    expect(three).toContain('  return nodes2[i - 2048u];');
    expect(three).toContain('  return triangles0[i];');
  });

  it.each([1, 2, 3])(
    'are each buffer of every pass once, with the access that the table gives (%i segments)',
    (count) => {
      const segments = segmentsOf(count, count);
      for (const pipeline of ALL_PASSES) {
        const bindings = bindingsOf(pipeline, segments);
        const expected = [...pipeline.reads, ...pipeline.writes].flatMap((name) =>
          name === 'nodes' || name === 'triangles' ? Array(count).fill(name) : [name],
        );
        expect(bindings.map(({ buffer }) => buffer)).toEqual(expected);
        for (const { buffer, segment, type } of bindings) {
          const read = 'uniform' in BUFFERS[buffer] ? 'uniform' : 'read-only-storage';
          expect(type).toBe(pipeline.writes.includes(buffer) ? 'storage' : read);
          expect(segment).toBeLessThan(count);
        }
        const declared = declareBindings(pipeline, segments).match(/@binding\((\d+)\)/g);
        expect(declared).toEqual(bindings.map((_, k) => `@binding(${k})`));
        const layout = layoutEntries(bindings);
        expect(layout.map(({ binding }) => binding)).toEqual(bindings.map((_, k) => k));
        expect(layout.map(({ buffer }) => buffer?.type)).toEqual(bindings.map(({ type }) => type));
        expect(storageCount(pipeline, segments)).toBe(bindings.filter(({ type }) => type !== 'uniform').length);
      }
    },
  );

  it('are never read and written at once, nor uniforms written, except for sums of all invocations', () => {
    for (const { name, reads, writes } of ALL_PASSES) {
      expect(
        reads.filter((buffer) => writes.includes(buffer)),
        name,
      ).toEqual([]);
      expect(
        writes.filter((buffer) => 'uniform' in BUFFERS[buffer] && !('atomic' in BUFFERS[buffer])),
        name,
      ).toEqual([]);
    }
  });

  it('fit the eight storage buffers that WebGPU grants everywhere, in every pass but that of colours', () => {
    const passes = [false, true].flatMap((masks) =>
      passesFor({ ...PLAIN_PROGRAM, masks, features: ['samples'] }).concat(passesFor({ ...PLAIN_PROGRAM, masks })),
    );
    for (const pipeline of passes)
      expect(storageCount(pipeline, segmentsOf(1, 1)), pipeline.name).toBeLessThanOrEqual(8);
  });
});
