import { describe, expect, it } from 'vitest';
import { type KeptPaces, NO_PACES, pacesOf, parsePaces, withRun } from '../../../src/survey/estimate/kept-paces.js';
import { stepsOfRun } from '../../../src/survey/estimate/measured-run.js';
import { UNKNOWN_PACES } from '../../../src/survey/estimate/run-steps.js';

const MODELLED = { start: 0.35, load: 1, build: 2, trace: 4, write: 0.05 };

const kept = (paces: Partial<KeptPaces>): KeptPaces => ({ ...NO_PACES(), ...paces });

describe('paces', () => {
  it('are 1 on a machine that has run nothing', () => {
    expect(pacesOf(NO_PACES())).toEqual(UNKNOWN_PACES);
  });

  it('are the medians of the last nine runs, step by step', () => {
    let all = NO_PACES();
    for (let run = 0; run < 12; run++) all = withRun(all, { load: 1 + run / 10, build: 6 }, MODELLED);
    expect(all.load).toHaveLength(9);
    expect(pacesOf(all)).toMatchObject({ load: 1.7, build: 3 });
  });

  it('of a step that was never measured are those of the others', () => {
    expect(pacesOf(kept({ load: [2], build: [3], trace: [4] }))).toEqual({
      start: 3,
      load: 2,
      build: 3,
      trace: 4,
      write: 3,
    });
  });

  it('follow neither from short steps nor from what a machine cannot be', () => {
    const all = withRun(NO_PACES(), { start: 0.01, load: 400, build: 0.1, write: 3 }, MODELLED);
    expect(all).toEqual(NO_PACES());
  });

  it('are read from a file, whatever it holds', () => {
    expect(parsePaces(JSON.stringify(kept({ load: [1, 2] })))).toEqual(kept({ load: [1, 2] }));
    const odd = { load: [1, 'x', -3, 1e9, 2], build: 7, more: [1], write: Array.from({ length: 1000 }, () => 1) };
    expect(parsePaces(JSON.stringify(odd))).toEqual(kept({ load: [1, 2], write: new Array(9).fill(1) }));
    for (const text of ['', 'null', '[', '3']) expect(parsePaces(text)).toEqual(NO_PACES());
  });
});

describe('stepsOfRun', () => {
  const run = {
    engine: 'cpu',
    points: 10,
    pulses: 10,
    trees: { built: 20_000, found: 0 },
    processor: { start: 0.4, load: 1, build: 2, simulate: 5, write: 1 },
    stages: { pulse: 1, traverse: 3 },
  };

  it('takes tracing from the stages, and the rest of the run for writing', () => {
    expect(stepsOfRun(run)).toEqual({ start: 0.4, load: 1, build: 2, trace: 4, write: 2 });
  });

  it('takes no more for tracing than the processors took, as on a busy machine', () => {
    expect(stepsOfRun({ ...run, stages: { traverse: 30 } })).toMatchObject({ trace: 6, write: 0 });
  });

  it('says nothing of runs on a GPU, of parts of runs, and where the processors are not asked', () => {
    expect(stepsOfRun({ ...run, engine: 'gpu' })).toBeUndefined();
    expect(stepsOfRun({ ...run, stopped: true })).toBeUndefined();
    expect(stepsOfRun({ ...run, resumed: {} })).toBeUndefined();
    expect(stepsOfRun({ ...run, processor: undefined })).toBeUndefined();
  });
});
