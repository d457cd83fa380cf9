import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { loadSurvey } from '../../../src/node-surveys.js';
import { estimateSurvey } from '../../../src/survey/estimate/estimate-survey.js';
import { refineEstimate } from '../../../src/survey/estimate/refine-estimate.js';
import { surveyText, writeSurvey } from '../survey-file.js';

const SAMPLED = { meshTriangles: 1_000_000, traceSeconds: 7, scannerPoints: [2_000_000], outputBytesLikely: 123 };

describe('refineEstimate', () => {
  const estimated = async () => {
    const survey = await loadSurvey(await writeSurvey(surveyText({ output: 'output: [ a.las ]' })));
    return { survey, estimate: await estimateSurvey(survey, { files: nodeFiles }) };
  };

  it('takes tracing, points, bytes and triangles from a look, and trees from the cache', async () => {
    const { survey, estimate } = await estimated();
    const refined = refineEstimate(survey, estimate, SAMPLED, { areFound: true });
    expect(refined).toMatchObject({ triangles: 1_000_000, pointsLikely: 2_000_000, outputBytesLikely: 123 });
    expect(refined.time).toEqual({
      ...estimate.time,
      build: expect.closeTo(0.15, 9),
      trace: 7,
      write: expect.closeTo(2e6 * 330e-9, 9),
    });
    expect(refined.seconds).toBeCloseTo(
      Object.values(refined.time).reduce((sum, one) => sum + one, 0),
      9,
    );
    expect(refined.memoryBytes).toBe(165e6 + 1e6 * 190);
  });

  it('has trees built where they are not kept', async () => {
    const { survey, estimate } = await estimated();
    const refined = refineEstimate(survey, estimate, SAMPLED, { areFound: false });
    expect(refined.time.build).toBeCloseTo(0.25 + 3.3, 9);
    expect(refined.memoryBytes).toBe(165e6 + 50e6 + 1e6 * 270);
  });

  it('scales by the paces of the machine all but tracing, which was timed on it', async () => {
    const { survey, estimate } = await estimated();
    const paces = { start: 1, load: 1, build: 2, trace: 10, write: 3 };
    const { time } = refineEstimate(survey, estimate, SAMPLED, { areFound: true, paces });
    expect(time).toMatchObject({ build: expect.closeTo(0.3, 9), trace: 7, write: expect.closeTo(2e6 * 990e-9, 9) });
  });
});
