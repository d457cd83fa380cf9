import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AbortedError, UserError } from '../../src/base/errors.js';
import { runCli } from '../../src/cli/cli.js';
import type { Library } from '../../src/cli/library.js';
import { noSeconds, STAGES } from '../../src/device/stages.js';
import { DeviceLostError } from '../../src/engine/gpu/gpu-errors.js';
import type { RunOptions } from '../../src/node-scans.js';
import type { SurveyLook } from '../../src/planning/whereabouts/look-around.js';
import { ENGINE_DEFAULTS } from '../../src/simulation/engines/choose-engine.js';
import type { RunReport } from '../../src/simulation/run-survey.js';
import type { Survey } from '../../src/survey/survey.js';
import { FakeContext, REPORT, SURVEY, subray, TIMES } from './fakes.js';

const ESTIMATE = {
  legs: [{ name: 'stand', pulses: 4000, duration: 61 }],
  pulses: 4000,
  subrays: 76000,
  pointsMax: 16000,
  outputBytesMax: 1.6e6,
  journalBytesMax: 16000 * 80,
  pointsLikely: 3400,
  outputBytesLikely: 340_000,
  triangles: 12,
  bySize: false,
  placements: 0,
  texels: 0,
  memoryBytes: 2e8,
  time: { start: 0.3, load: 0.1, build: 0.6, trace: 0.2, write: 0.01 },
  seconds: 1.21,
};

const LOOK: SurveyLook = {
  bounds: { min: [-5, -4, 0], max: [22, 4, 4] },
  triangles: 15,
  parts: [],
  legs: [{ kind: 'inside', ground: 1.5, above: 1.5, hitShare: 0, lostShare: 0 }],
  pointsLikely: 12_345,
  scannerPoints: [12_345],
  outputBytesLikely: 419_000,
  sceneBytes: 300,
  pulsesTried: 900,
  traceSeconds: 0.25,
  meshTriangles: 9,
  keptTriangles: 0,
  trees: { built: 9, found: 0 },
  warnings: ['stand looks at the sky; the scene is 56.0 m away, towards heading 180°'],
};

/** A library that runs nothing, reports `report`, and records its calls. */
function fakeLibrary(report: RunReport = REPORT) {
  const asked: {
    survey?: Survey;
    options?: RunOptions;
    outputFolder?: string;
    force?: boolean;
    look?: object;
    kept?: number;
  } = {};
  const library: Partial<Library> = {
    loadEpochs: async (_file, { log, outputFolder } = {}) => {
      log?.info('survey read');
      asked.outputFolder = outputFolder;
      return [{ survey: SURVEY }];
    },
    checkSurvey: async (_survey, { force } = {}) => {
      asked.force = force;
    },
    estimateSurvey: async () => ESTIMATE,
    refineEstimate: async (_survey, estimate, { scannerPoints, outputBytesLikely, traceSeconds }) => ({
      ...estimate,
      pointsLikely: scannerPoints[0],
      outputBytesLikely,
      time: { ...estimate.time, trace: traceSeconds },
    }),
    keepRun: async (_survey, { points }) => {
      asked.kept = points;
    },
    lookAround: async (_survey, options) => {
      asked.look = options ?? {};
      return LOOK;
    },
    runSurvey: async (survey, options = {}) => {
      Object.assign(asked, { survey, options });
      options.log?.warn('a leg sees nothing');
      for (const done of [0, 50, 100]) options.onProgress?.({ task: 'simulate', done, total: 100, unit: 'pulses' });
      return report;
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

  it('says what was dropped, and lists frames by scanner', async () => {
    const frames = [{ path: '/out/%s-%06d.pcd', scanner: 'front', files: 1200, points: 9, bytes: 3 * 2 ** 20 }];
    const { stdout } = await subray('run yard.yaml', fakeLibrary({ ...REPORT, dropped: 4321, frames }).library);
    expect(stdout).toContain('of 19 k subrays hit, 4,321 points dropped as the survey asks\n');
    expect(stdout).toMatch(/\n\/out\/front-%06d\.pcd +1,200 frames +3 MiB\n/);
  });

  it('lists a recording once, with the frames of all scanners that share it', async () => {
    const recorded = (scanner: string, files: number, path = '/out/drive.mcap') => ({
      ...{ path, scanner, files },
      ...{ points: 9, bytes: 2 ** 20 },
    });
    const frames = [recorded('left', 20), recorded('right', 10)];
    const { stdout } = await subray('run yard.yaml', fakeLibrary({ ...REPORT, frames }).library);
    expect(stdout.match(/.*\.mcap.*/g)).toEqual([expect.stringMatching(/^\/out\/drive\.mcap +30 frames +2 MiB$/)]);
    const apart = [recorded('left', 20, '/out/%s.mcap'), recorded('right', 1, '/out/%s.mcap')];
    const listed = (await subray('run yard.yaml', fakeLibrary({ ...REPORT, frames: apart }).library)).stdout;
    expect(listed.match(/\S+\.mcap +\S+ frames?/g)?.map((line) => line.replace(/ +/g, ' '))).toEqual([
      '/out/left.mcap 20 frames',
      '/out/right.mcap 1 frame',
    ]);
  });

  it('counts one of each as one', async () => {
    const output = { path: '/out/yard.las', points: 1, bytes: 2 ** 20 };
    const report = { ...REPORT, points: 1, pulses: 1, dropped: 1, outputs: [output] };
    const { stdout } = await subray('run yard.yaml', fakeLibrary(report).library);
    expect(stdout).toMatch(/^yard: 1 point from 1 pulse, .*, 1 point dropped as the survey asks$/m);
    expect(stdout).toMatch(/^\/out\/yard\.las {2}1 point {2}1 MiB$/m);
  });

  it('says how much an interrupted run had done, and counts it into no rate', async () => {
    const { asked, library } = fakeLibrary({ ...REPORT, resumed: { pulses: 900, subrays: 17_100 } });
    const { stdout } = await subray('run yard.yaml --resume', library);
    expect(asked.options).toMatchObject({ resume: { keep: false } });
    expect(stdout).toContain('from 1,000 pulses, 900 of them by an interrupted run, 50.0 % of 19 k subrays hit\n');
    expect(stdout).toContain('cpu engine, 2 threads, 950 subrays/s');
    const none = fakeLibrary({ ...REPORT, resumed: { pulses: 0, subrays: 0 } });
    expect((await subray('run yard.yaml --resume', none.library)).stdout).toContain('1,000 pulses, 50.0 % of');
  });

  it('names the GPU that has computed', async () => {
    const report: RunReport = { ...REPORT, engine: 'gpu', device: 'NVIDIA H200', threads: 1 };
    const { stdout } = await subray('run yard.yaml', fakeLibrary(report).library);
    expect(stdout).toContain('\ngpu engine, NVIDIA H200, 9.5 k subrays/s, 100 MiB of memory\n');
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
    const argv = '--threads 3 --seed 9 --force --no-cache --out some/folder --engine gpu --adapter software';
    await subray(`run yard.yaml ${argv}`, library);
    expect(asked.options).toMatchObject({
      threads: 3,
      force: true,
      cache: false,
      engine: 'gpu',
      adapter: 'software',
    });
    expect(asked.survey?.seed).toBe(9);
    expect(asked.outputFolder).toBe(resolve('some/folder'));
  });

  it('leaves what is not given to the library', async () => {
    const { asked, library } = fakeLibrary();
    await subray('run yard.yaml', library);
    expect(asked.options).toMatchObject({ threads: undefined, cache: true, ...ENGINE_DEFAULTS });
    expect(asked.survey?.seed).toBe(5);
    expect(asked.outputFolder).toBeUndefined();
  });

  it('checks only, with --dry-run', async () => {
    const { asked, library } = fakeLibrary();
    const { code, stdout } = await subray('run yard.yaml --dry-run --force', library);
    expect(code).toBe(0);
    expect(asked).toMatchObject({ force: true });
    expect(asked.options).toBeUndefined();
    expect(stdout).toMatch(/in all +4,000 pulses, 76,000 subrays/);
    expect(stdout).toMatch(/leg +stand: 4,000 pulses in 1 min 01 s/);
  });

  it('says with --dry-run --resume what will be kept beside the outputs', async () => {
    const lines = async (options: string) =>
      (await subray(`run yard.yaml --dry-run ${options}`, fakeLibrary().library)).stdout.split('\n');
    expect((await lines('--resume')).filter((line) => line.startsWith('--resume'))).toEqual([
      '--resume  keeps about 964 KiB, at most 1.22 MiB beside the outputs until they are complete',
    ]);
    expect((await lines('--resume --look never')).filter((line) => line.startsWith('--resume'))).toEqual([
      '--resume  keeps at most 1.22 MiB beside the outputs until they are complete',
    ]);
    expect((await lines('')).join('\n')).not.toContain('--resume');
  });

  it('prints where the scene and the legs are with --dry-run, and warns of legs that see nothing', async () => {
    const { asked, library } = fakeLibrary();
    const { stdout } = await subray('run yard.yaml --dry-run --no-cache', library);
    expect(stdout).toMatch(/^scene +x -5\.00 … 22\.00, y -4\.00 … 4\.00, z 0\.00 … 4\.00 m$/m);
    expect(stdout).toMatch(
      /^leg +stand: .*; starts inside, closed all round, 1\.50 m above the surface below it; 0 % /m,
    );
    expect(stdout).toMatch(/^likely +about 12,000 points, about 410 KiB of output, from 900 pulses tried$/m);
    expect(stdout).toMatch(/^warning: stand looks at the sky; the scene is 56\.0 m away, towards heading 180°$/m);
    expect(asked.look).toMatchObject({ cache: false });
    const { look } = JSON.parse((await subray('run yard.yaml --dry-run --json', library)).stdout);
    expect(look).toEqual(LOOK);
  });

  it('says which pulses hit and return nothing, after a run and with --dry-run', async () => {
    const legs = [
      { leg: 'near', scanner: 0, pulses: 1000, hit: 500, lost: 10 },
      { leg: 'far', scanner: 0, pulses: 1000, hit: 500, lost: 180 },
    ];
    const { library } = fakeLibrary({ ...REPORT, legs });
    expect((await subray('run yard.yaml', library)).stdout).toContain(
      '\n19 % of the pulses that hit something are below the detection limit: far 36 %, near 2 %\n',
    );
    expect(JSON.parse((await subray('run yard.yaml --json', library)).stdout).legs).toEqual(legs);
    const [leg] = LOOK.legs;
    const lookAround = async () => ({ ...LOOK, legs: [{ ...leg, hitShare: 0.4, lostShare: 0.19 }] });
    const { stdout } = await subray('run yard.yaml --dry-run', { ...library, lookAround });
    expect(stdout).toMatch(
      /; 40 % of its pulses return, 19 % of those that hit something are below the detection limit$/m,
    );
  });

  it('reads no large scene with --dry-run, unless it is told to, and no scene at all with --look never', async () => {
    const large = { ...ESTIMATE, time: { ...ESTIMATE.time, load: 10, build: 20.1 } };
    const look = async (options: string, estimate: typeof ESTIMATE) => {
      const { asked, library } = fakeLibrary();
      const estimateSurvey: Library['estimateSurvey'] = async (_survey, log) => {
        log.warn('an image is missing');
        return estimate;
      };
      const { stdout, stderr } = await subray(`run yard.yaml --dry-run ${options}`, { ...library, estimateSurvey });
      expect(stdout.includes('not read here')).toBe(asked.look === undefined);
      // The reader of a scene that is looked at says so itself.
      expect(stderr.includes('an image is missing')).toBe(asked.look === undefined);
      return asked.look !== undefined;
    };
    expect(await look('', large)).toBe(false);
    expect(await look('--look always', large)).toBe(true);
    expect(await look('', ESTIMATE)).toBe(true);
    expect(await look('--look never', ESTIMATE)).toBe(false);
  });

  it('refuses a scene that cannot be read with --dry-run, as a run does', async () => {
    const lookAround = async () => {
      throw new UserError('found "x", expected a number', { place: { file: '/surveys/hall.obj', line: 3 } });
    };
    const { code, stdout, stderr } = await subray('run yard.yaml --dry-run', { ...fakeLibrary().library, lookAround });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('/surveys/hall.obj:3: found "x", expected a number');
  });

  it('refuses --look without --dry-run', async () => {
    const { code, stderr } = await subray('run yard.yaml --look never', fakeLibrary().library);
    expect(code).toBe(2);
    expect(stderr).toContain('--look belongs to --dry-run');
  });

  it('names every scanner and the frames in its plan', async () => {
    const [toy] = SURVEY.instruments;
    const frames = {
      pattern: '/out/%s-%06d.pcd',
      format: 'pcd',
      by: 'revolution',
      coordinates: 'sensor',
      deskew: true,
      organised: false,
      place: { file: 'yard.yaml' },
    } as const;
    const survey = { ...SURVEY, instruments: [toy, { ...toy, name: 'left' }], frames };
    const loadEpochs = async () => [{ survey }];
    const { stdout } = await subray('run yard.yaml --dry-run', { ...fakeLibrary().library, loadEpochs });
    expect(stdout).toMatch(/scanner +toy: Toy, 1550 nm, 1-300 m\nscanner +left: Toy, 1550 nm, 1-300 m\n/);
    expect(stdout).toMatch(/frames +\/out\/%s-%06d\.pcd: a revolution each, sensor coordinates, deskewed\n/);
    const loadMoving = async () => [{ survey: { ...survey, frames: { ...frames, deskew: 'objects' as const } } }];
    const moving = await subray('run yard.yaml --dry-run', { ...fakeLibrary().library, loadEpochs: loadMoving });
    expect(moving.stdout).toContain('sensor coordinates, deskewed with its objects\n');
  });

  it('prints the plan as JSON with --dry-run --json', async () => {
    const { stdout } = await subray('run yard.yaml --dry-run --json', fakeLibrary().library);
    expect(JSON.parse(stdout)).toMatchObject({
      kind: 'survey',
      name: 'yard',
      scanners: [{ name: 'toy', id: 'toy' }],
      estimate: { ...ESTIMATE, pointsLikely: 12_345, outputBytesLikely: 419_000, time: { trace: 0.25 } },
    });
  });
});

describe('subray run --profile', () => {
  const profileOf = async (report: RunReport) => {
    const { stdout } = await subray('run yard.yaml --quiet --profile', fakeLibrary(report).library);
    const others = STAGES.filter(({ name }) => !(name in TIMES));
    return stdout
      .trimEnd()
      .split('\n')
      .filter((line) => !others.some(({ name }) => line.startsWith(`  ${name} `)));
  };

  it('says where the time went, in two tables that sum to a whole', async () => {
    expect(await profileOf(REPORT)).toEqual([
      'the run, by the clock',
      '  load    0.100 s    4.3 %  the scene is read',
      '  build   0.200 s    8.5 %  its trees are built or found',
      '  open    0.100 s    4.3 %  workers are started, or the scene uploaded and shaders compiled',
      '  wait    1.900 s   80.9 %  for points',
      '  write   0.050 s    2.1 %  points become files',
      '  in all  2.350 s  100.0 %',
      'points as files have them: 0.200 s, summed over the threads that make them, 162 ns a point',
      'the stages, summed over 2 threads',
      '  pulse     0.100 s    5.0 %  100,000 ns a pulse',
      '  subray    0.100 s    5.0 %  5,263 ns a subray',
      '  traverse  1.500 s   75.0 %  78,947 ns a subray',
      '  reflect   0.100 s    5.0 %  5,263 ns a subray',
      '  echo      0.100 s    5.0 %  100,000 ns a pulse',
      '  perturb   0.050 s    2.5 %  71,429 ns a return',
      '  pack      0.050 s    2.5 %  71,429 ns a return',
      '  in all    2.000 s  100.0 %',
    ]);
  });

  it('has the same form for the GPU', async () => {
    const [cpu, gpu] = [await profileOf(REPORT), await profileOf({ ...REPORT, engine: 'gpu', device: 'NVIDIA H200' })];
    expect(gpu).toEqual(cpu.map((line) => (line.startsWith('the stages') ? 'the stages, on the GPU' : line)));
  });

  it('says so instead of zeros where the GPU cannot tell', async () => {
    const lines = await profileOf({ ...REPORT, engine: 'gpu', device: 'some GPU', stages: null });
    expect(lines.at(-1)).toBe("the stages: 'some GPU' cannot measure the time of each (no timestamp-query)");
  });

  it('divides by nothing where there was no pulse', async () => {
    const lines = await profileOf({ ...REPORT, pulses: 0, subrays: 0, stages: noSeconds() });
    expect(lines.join('\n')).not.toMatch(/NaN|Infinity/);
  });
});

describe('a GPU that subray run cannot use', () => {
  const failing = (error: Error) => ({ ...fakeLibrary().library, runSurvey: () => Promise.reject(error) });

  it('is one line and exit code 2 where there is none', async () => {
    const { code, stdout, stderr } = await subray(
      'run yard.yaml --engine gpu',
      failing(new UserError('there is no GPU')),
    );
    expect([code, stdout, stderr]).toEqual([2, '', 'survey read\nsubray: there is no GPU\n']);
  });

  it('is one message and exit code 1 where it was lost half-way', async () => {
    const loss = new DeviceLostError('reset', 100, 50).because(new Error('the adapter is gone'));
    const { code, stderr } = await subray('run yard.yaml --quiet', failing(loss));
    expect(code).toBe(1);
    expect(stderr).toBe(
      'subray: the GPU was lost (reset) while pulses 100 to 149 were in work; it cannot be acquired again: the adapter is gone\n' +
        '  nothing was written under the final names; --engine cpu needs no GPU\n',
    );
  });

  it.each([
    ['--engine tpu', '--engine: found "tpu", expected one of "auto", "gpu", "cpu"'],
    ['--adapter any', '--adapter: found "any", expected one of "hardware", "software", "auto"'],
  ])('is not %s', async (argv, message) => {
    const { code, stderr } = await subray(`run yard.yaml ${argv}`, fakeLibrary().library);
    expect([code, stderr.split('\n')[0]]).toEqual([2, `subray: ${message}`]);
  });
});

describe('subray run of a survey with epochs', () => {
  const loadEpochs = async () => ['before', 'after'].map((epoch) => ({ epoch, survey: SURVEY }));

  it('runs all of them, each checked beforehand', async () => {
    const { library } = fakeLibrary();
    const done: string[] = [];
    const { code, stdout } = await subray('run yard.yaml', {
      ...library,
      loadEpochs,
      checkSurvey: async () => void done.push('check'),
      runSurvey: async () => {
        done.push('run');
        return REPORT;
      },
    });
    expect([code, done]).toEqual([0, ['check', 'check', 'run', 'run']]);
    expect(stdout.match(/^(epoch|yard:).*/gm)).toEqual([
      'epoch before',
      'yard: 1,234,567 points from 1,000 pulses, 50.0 % of 19 k subrays hit',
      'epoch after',
      'yard: 1,234,567 points from 1,000 pulses, 50.0 % of 19 k subrays hit',
    ]);
  });

  it('gives all of them the seed of --seed, and refuses it where they have seeds of their own', async () => {
    const seeds: number[] = [];
    const run = (own: readonly number[]) =>
      subray('run yard.yaml --seed 9', {
        ...fakeLibrary().library,
        loadEpochs: async () => own.map((seed) => ({ epoch: `year ${seed}`, survey: { ...SURVEY, seed } })),
        runSurvey: async ({ seed }) => {
          seeds.push(seed);
          return REPORT;
        },
      });
    expect((await run([1, 1])).code).toBe(0);
    expect(seeds).toEqual([9, 9]);
    const { code, stderr } = await run([1, 2]);
    expect(code).toBe(2);
    expect(stderr).toContain('yard.yaml: --seed: found the epoch "year 2" with a seed of its own');
    expect(seeds.length).toBe(2);
  });

  it('keeps what was traced with --resume until all are complete', async () => {
    const done: string[] = [];
    const run = (survey: Partial<Library>, words: string) =>
      subray(`run yard.yaml ${words}`, {
        ...fakeLibrary().library,
        loadEpochs,
        runSurvey: async (_survey, options) => {
          done.push(`run ${JSON.stringify(options?.resume)}`);
          return REPORT;
        },
        removeJournal: async ({ name }) => void done.push(`remove ${name}`),
        ...survey,
      });
    expect((await run({}, '--resume')).stderr).not.toContain('--force');
    expect(done).toEqual(['run {"keep":true}', 'run {"keep":true}', 'remove yard', 'remove yard']);
    done.splice(0);
    let runs = 0;
    const runSurvey: Library['runSurvey'] = async () => {
      if (++runs % 2 === 0) throw new AbortedError();
      return REPORT;
    };
    expect((await run({ runSurvey }, '--resume')).stderr).toContain(
      'warning: to go on, --force is needed as well: the files of the epochs that are complete are written again',
    );
    expect((await run({ runSurvey }, '--resume --force')).stderr).not.toContain('is needed');
    expect((await run({ runSurvey }, '')).stderr).not.toContain('is needed');
    expect(done).toEqual([]);
  });

  it.each([true, false])(
    'names --force where files of complete epochs are in the way of going on: kept %s',
    async (kept) => {
      const exists = new UserError('cannot write: the file exists', { hint: 'or pass --force to replace it' });
      const { code, stderr } = await subray('run yard.yaml --resume', {
        ...fakeLibrary().library,
        loadEpochs,
        checkSurvey: () => Promise.reject(exists),
        hasJournal: async () => kept,
      });
      expect(code).toBe(2);
      expect(stderr.includes('warning: to go on, --force is needed as well: the files of the epochs that are')).toBe(
        kept,
      );
    },
  );

  it.each<[string, Error, number, string]>([
    ['an interrupt', new AbortedError(), 130, 'subray: stopped before the end; WRITTEN\n'],
    ['a lost GPU', new DeviceLostError('reset', 100, 50), 1, '\n  WRITTEN; --engine cpu needs no GPU\n'],
    [
      'a fault',
      new UserError('there is no room', { hint: 'make some' }),
      2,
      'subray: there is no room\n  make some\n  WRITTEN\n',
    ],
  ])('says what is there after %s in one that is not the first', async (_, error, expected, said) => {
    let runs = 0;
    const runSurvey: Library['runSurvey'] = async () => {
      if (++runs === 2) throw error;
      return REPORT;
    };
    const { code, stderr } = await subray('run yard.yaml', { ...fakeLibrary().library, loadEpochs, runSurvey });
    const written = 'the files of epoch "before" are complete; nothing was written under the final names of the others';
    expect(code).toBe(expected);
    expect(stderr).toContain(said.replace('WRITTEN', written));
    expect(stderr.match(/nothing was written/g)).toHaveLength(1);
  });

  it.each(['--json', '--json --dry-run'])('prints one object with %s', async (options) => {
    const { stdout } = await subray(`run yard.yaml ${options}`, { ...fakeLibrary().library, loadEpochs });
    const { epochs } = JSON.parse(stdout);
    expect(epochs.map(({ epoch }: { epoch: string }) => epoch)).toEqual(['before', 'after']);
    expect(Object.keys(epochs[0]).length).toBeGreaterThan(5);
  });
});

describe('Ctrl-C in subray run', () => {
  /** Runs until the signal fires; calls `whenRunning` as soon as it can be interrupted. */
  async function interrupted(whenRunning: (context: FakeContext) => void) {
    const context: FakeContext = new FakeContext({
      loadEpochs: async () => [{ survey: SURVEY }],
      runSurvey: (_survey, { signal } = {}) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => setImmediate(() => reject(new AbortedError())));
          setImmediate(() => whenRunning(context));
        }),
    });
    const code = await runCli(['run', 'yard.yaml', '--json'], context);
    return { code, context };
  }

  it.each([143, 129])('exits with the code of another signal, %d', async (signalled) => {
    const { code, context } = await interrupted((c) => c.interrupt(signalled));
    expect([code, context.exits]).toEqual([signalled, []]);
    const twice = await interrupted((c) => {
      c.interrupt();
      c.time += 1;
      c.interrupt(signalled);
    });
    expect(twice.context.exits).toEqual([signalled]);
  });

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
