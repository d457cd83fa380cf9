import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { loadSurvey } from '../../../src/node-surveys.js';
import { estimateSurvey } from '../../../src/survey/estimate/estimate-survey.js';
import { refineEstimate } from '../../../src/survey/estimate/refine-estimate.js';
import { MODEL_PACES } from '../../../src/survey/estimate/run-steps.js';
import { surveyText, writeSurvey } from '../survey-file.js';

/** A look that built a million triangles, a tenth of them in meshes that no cache keeps. */
const BUILT = {
  meshTriangles: 1_000_000,
  keptTriangles: 900_000,
  trees: { built: 1_000_000, found: 0 },
  sceneSeconds: { load: 5, build: 6 },
  traceSeconds: 7,
  scannerPoints: [2_000_000],
  outputBytesLikely: 123,
  sceneBytes: 4567,
};
const FOUND = { ...BUILT, trees: { built: 100_000, found: 900_000 }, sceneSeconds: { load: 5, build: 0.9 } };

describe('refineEstimate', () => {
  const estimated = async () => {
    const survey = await loadSurvey(await writeSurvey(surveyText({ output: 'output: [ a.las ]' })));
    return { survey, estimate: await estimateSurvey(survey, { files: nodeFiles, paces: MODEL_PACES }) };
  };

  it('takes tracing, points, bytes and triangles from a look, and trees from the cache', async () => {
    const { survey, estimate } = await estimated();
    const refined = refineEstimate(survey, estimate, BUILT, { areKept: true, paces: MODEL_PACES });
    expect(refined).toMatchObject({ triangles: 1_000_000, pointsLikely: 2_000_000, outputBytesLikely: 123 });
    expect(refined.time).toEqual({
      start: estimate.time.start,
      load: 5,
      build: expect.closeTo(0.25 + 1e5 * 3.3e-6 + 9e5 * 0.15e-6, 9),
      trace: 7,
      write: expect.closeTo(0.2 + 2e6 * 330e-9, 9),
    });
    expect(refined.seconds).toBeCloseTo(
      Object.values(refined.time).reduce((sum, one) => sum + one, 0),
      9,
    );
    expect(refined.memoryBytes).toBe(130e6 + 55e6 + 50e6 + 1e5 * 270 + 9e5 * 190);
  });

  it('has what the scene adds to the files in the most bytes, and no fewer than are likely', async () => {
    const { survey, estimate } = await estimated();
    const most = (outputBytesLikely: number) =>
      refineEstimate(survey, estimate, { ...BUILT, outputBytesLikely }, { areKept: true }).outputBytesMax;
    expect(most(123)).toBe(estimate.outputBytesMax + 4567);
    expect(most(10 * estimate.outputBytesMax)).toBe(10 * estimate.outputBytesMax);
  });

  it('takes reading and building from the look, if the run does the same', async () => {
    const { survey, estimate } = await estimated();
    const unkept = refineEstimate(survey, estimate, BUILT, { areKept: false });
    expect(unkept.time).toMatchObject({ load: 5, build: 6 });
    expect(unkept.memoryBytes).toBe(130e6 + 55e6 + 50e6 + 1e6 * 270);
    expect(refineEstimate(survey, estimate, FOUND, { areKept: true }).time).toMatchObject({ load: 5, build: 0.9 });
  });

  it('has what a machine that does not say its seconds usually takes', async () => {
    const { survey, estimate } = await estimated();
    const { time } = refineEstimate(
      survey,
      estimate,
      { ...BUILT, sceneSeconds: undefined },
      {
        areKept: false,
        paces: MODEL_PACES,
      },
    );
    expect(time).toMatchObject({ load: estimate.time.load, build: expect.closeTo(0.25 + 3.3, 9) });
  });

  it('scales by the paces of the machine what was not timed on it', async () => {
    const { survey, estimate } = await estimated();
    const paces = { start: 1, load: 9, build: 2, trace: 10, write: 3 };
    const { time } = refineEstimate(survey, estimate, BUILT, { areKept: true, paces });
    const build = 2 * (0.25 + 1e5 * 3.3e-6 + 9e5 * 0.15e-6);
    expect(time).toMatchObject({ load: 5, build: expect.closeTo(build, 9), trace: 7 });
    expect(time.write).toBeCloseTo(3 * (0.2 + 2e6 * 330e-9), 9);
  });
});
