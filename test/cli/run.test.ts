import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AbortedError } from '../../src/base/errors.js';
import { runCli } from '../../src/cli/cli.js';
import type { Library } from '../../src/cli/library.js';
import type { RunOptions } from '../../src/simulation/run-survey.js';
import type { Survey } from '../../src/survey/survey.js';
import { FakeContext, REPORT, SURVEY, subray } from './fakes.js';

const ESTIMATE = {
  legs: [{ name: 'stand', pulses: 4000, duration: 61 }],
  pulses: 4000,
  subrays: 76000,
  pointsMax: 16000,
  outputBytesMax: 1.6e6,
  triangles: 12,
  memoryBytes: 2e8,
  seconds: 0.04,
};

/** A library that runs nothing and remembers what it was asked. */
function fakeLibrary() {
  const asked: { survey?: Survey; options?: RunOptions; outputFolder?: string; force?: boolean } = {};
  const library: Partial<Library> = {
    loadSurvey: async (_file, { log, outputFolder }) => {
      log?.info('survey read');
      asked.outputFolder = outputFolder;
      return SURVEY;
    },
    checkSurvey: async (_survey, { force }) => {
      asked.force = force;
    },
    estimateSurvey: async () => ESTIMATE,
    runSurvey: async (survey, options) => {
      Object.assign(asked, { survey, options });
      options.log?.warn('a leg sees nothing');
      for (const done of [0, 50, 100]) options.onProgress?.({ task: 'simulate', done, total: 100, unit: 'pulses' });
      return REPORT;
    },
  };
  return { asked, library };
}

describe('subray run', () => {
  it('prints a summary, and everything else on standard error', async () => {
    const { code, stdout, stderr } = await subray('run yard.yaml', fakeLibrary().library);
    expect(code).toBe(0);
    expect(stdout).toBe(
      [
        'yard: 1,234,567 points from 1,000 pulses, 50.0 % of 19 k subrays hit',
        '2.4 s: load 0.10 s, build 0.20 s, simulate 2.0 s, write 0.05 s',
        'cpu engine, 2 threads, 9.5 k subrays/s, 100 MiB of memory',
        '/out/yard.las  1,234,567 points  5 MiB',
        '',
      ].join('\n'),
    );
    expect(stderr).toContain('survey read\n');
    expect(stderr).toContain('warning: a leg sees nothing\n');
  });

  it('prints nothing but one JSON object with --json', async () => {
    const { stdout } = await subray('run yard.yaml --json', fakeLibrary().library);
    expect(stdout.trimEnd().split('\n')).toHaveLength(1);
    expect(JSON.parse(stdout)).toEqual(REPORT);
  });

  it('says only warnings with --quiet', async () => {
    const { stdout, stderr } = await subray('run yard.yaml --quiet', fakeLibrary().library);
    expect([stdout, stderr]).toEqual(['', 'warning: a leg sees nothing\n']);
  });

  it('hands its options on', async () => {
    const { asked, library } = fakeLibrary();
    await subray('run yard.yaml --threads 3 --seed 9 --force --no-cache --out some/folder', library);
    expect(asked.options).toMatchObject({ threads: 3, force: true, cache: false });
    expect(asked.survey?.seed).toBe(9);
    expect(asked.outputFolder).toBe(resolve('some/folder'));
  });

  it('leaves what is not given to the library', async () => {
    const { asked, library } = fakeLibrary();
    await subray('run yard.yaml', library);
    expect(asked.options).toMatchObject({ threads: undefined, cache: true });
    expect(asked.survey?.seed).toBe(5);
    expect(asked.outputFolder).toBeUndefined();
  });

  it('only checks with --dry-run', async () => {
    const { asked, library } = fakeLibrary();
    const { code, stdout } = await subray('run yard.yaml --dry-run --force', library);
    expect(code).toBe(0);
    expect(asked).toMatchObject({ force: true });
    expect(asked.options).toBeUndefined();
    expect(stdout).toMatch(/in all +4,000 pulses, 76,000 subrays/);
    expect(stdout).toMatch(/leg +stand: 4,000 pulses in 1 min 01 s/);
  });

  it('prints the plan as JSON with --dry-run --json', async () => {
    const { stdout } = await subray('run yard.yaml --dry-run --json', fakeLibrary().library);
    expect(JSON.parse(stdout)).toMatchObject({ kind: 'survey', name: 'yard', scanner: 'toy', estimate: ESTIMATE });
  });
});

describe('Ctrl-C in subray run', () => {
  /** Runs until the signal fires; calls `whenRunning` as soon as it can be interrupted. */
  async function interrupted(whenRunning: (context: FakeContext) => void) {
    const context: FakeContext = new FakeContext({
      loadSurvey: async () => SURVEY,
      runSurvey: (_survey, { signal }) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => setImmediate(() => reject(new AbortedError())));
          setImmediate(() => whenRunning(context));
        }),
    });
    const code = await runCli(['run', 'yard.yaml', '--json'], context);
    return { code, context };
  }

  it('aborts the run and exits with 130', async () => {
    const { code, context } = await interrupted((c) => c.interrupt());
    expect(code).toBe(130);
    expect(context.stdout.text).toBe('');
    expect(context.stderr.text).toContain('stopped before the end');
    expect(context.exits).toEqual([]);
    expect(context.listeners).toBe(0);
  });

  it('ends at once the second time', async () => {
    const { context } = await interrupted((c) => {
      c.interrupt();
      c.time += 1;
      c.interrupt();
    });
    expect(context.exits).toEqual([130]);
  });

  it('takes the Ctrl-C that npx hands on for the one that the terminal has sent already', async () => {
    const { code, context } = await interrupted((c) => {
      c.interrupt();
      c.time += 0.1;
      c.interrupt();
    });
    expect([code, context.exits]).toEqual([130, []]);
  });
});
