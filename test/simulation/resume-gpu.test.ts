import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { AbortedError } from '../../src/base/errors.js';
import { type RunOptions, runSurvey } from '../../src/node-scans.js';
import { nodeMachine } from '../../src/simulation/node-machine.js';
import { NEEDS_SOFTWARE_GPU, sharedAdapter } from '../support/software-adapter.js';
import { roomSurvey } from './room-survey.js';

const SECTIONS = {
  legs: 'legs: [ { position: [0, 0, 1], duration: 0.01 }, { position: [1, 0, 1], duration: 0.01 } ]',
  output: 'output: [ cloud.csv ]',
};

describe.skipIf(!sharedAdapter)(`a run on the GPU${NEEDS_SOFTWARE_GPU}`, () => {
  it('is resumed from the chunks that the GPU returned, with the same bytes', async () => {
    const machine = {
      ...nodeMachine,
      chooseEngine: async () => ({ kind: 'gpu', adapter: sharedAdapter!, cpuFallback: false }) as const,
    };
    const options: RunOptions = { machine, threads: 1, cache: false };
    const whole = await roomSurvey(SECTIONS);
    const wanted = await runSurvey(whole, options);
    expect(wanted.engine).toBe('gpu');

    const survey = await roomSurvey(SECTIONS);
    const controller = new AbortController();
    const stopped = runSurvey(survey, {
      ...options,
      resume: true,
      signal: controller.signal,
      onProgress: ({ task, done, total }) => {
        if (task === 'simulate' && done >= total / 2) controller.abort();
      },
    });
    await expect(stopped).rejects.toThrow(AbortedError);
    await expect(runSurvey(survey, { threads: 1, cache: false, engine: 'cpu', resume: true })).rejects.toThrow(
      /it is by the gpu engine \(.+\), this run uses the cpu engine/,
    );
    const report = await runSurvey(survey, { ...options, resume: true });
    expect(report.resumed?.pulses).toBeGreaterThanOrEqual(report.pulses / 2);
    expect([report.hits, report.returns]).toEqual([wanted.hits, wanted.returns]);
    const [cloud, resumed] = [whole, survey].map(({ outputs }) => readFileSync(outputs[0].path, 'utf8'));
    expect(resumed).toBe(cloud);
  });
});
