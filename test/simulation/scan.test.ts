import { describe, expect, it } from 'vitest';
import { AbortedError } from '../../src/base/errors.js';
import { createWebFiles } from '../../src/base/files/web-files.js';
import type { PointBatch } from '../../src/cloud/point-batch.js';
import { PRODUCT_KEYS } from '../../src/products/index.js';
import type { Machine } from '../../src/simulation/machine.js';
import { nodeMachine } from '../../src/simulation/node-machine.js';
import { runSurvey } from '../../src/simulation/run-survey.js';
import { openForScans, type ScanSettings, scan } from '../../src/simulation/scan.js';
import { simulate } from '../../src/simulation/simulate-survey.js';
import { createSurvey } from '../../src/survey/create-survey.js';
import { PRODUCT_SAMPLES } from '../products/product-samples.js';
import { testScanner } from '../support/scan.js';
import { roomOf } from './instrument-scans.js';

const scene = roomOf(10);
const SETTINGS: ScanSettings = {
  scanner: testScanner(),
  legs: [{ position: [0, 0, 1.7], azimuth: [-20, 20] }],
  footprint: { subrays: 1 },
};

/** This machine, which counts its slow calls. */
function countingMachine() {
  const asked = { trees: 0, engines: 0, closed: 0 };
  const machine: Machine = {
    ...nodeMachine,
    prepareScene: (given, options) => {
      asked.trees++;
      return nodeMachine.prepareScene(given, { ...options, cache: false });
    },
    openEngine: async (...given) => {
      asked.engines++;
      const engine = await nodeMachine.openEngine(...given);
      const close = engine.close.bind(engine);
      engine.close = () => {
        asked.closed++;
        return close();
      };
      return engine;
    },
  };
  return { machine, asked };
}

const options = (machine: Machine = nodeMachine) => ({ machine, engine: 'cpu', threads: 1, cache: false }) as const;

async function pointsOf(batches: AsyncIterable<PointBatch>): Promise<Pick<PointBatch, 'count'> & { x: number[] }> {
  const x: number[] = [];
  for await (const batch of batches) x.push(...batch.x);
  return { count: x.length, x };
}

describe('scan', () => {
  it('takes all that a survey says', async () => {
    const plain = await pointsOf(scan({ scene, ...SETTINGS }, options()));
    expect(plain.count).toBe(40);
    const restrict: ScanSettings['restrict'] = [{ azimuth: [0, 90] }];
    expect((await pointsOf(scan({ scene, ...SETTINGS, restrict }, options()))).count).toBeLessThan(plain.count);
    const poseError: ScanSettings['poseError'] = { leverArm: [1, 0, 0] };
    const moved = await pointsOf(scan({ scene, ...SETTINGS, poseError }, options()));
    moved.x.forEach((x, k) => {
      expect(x).toBeCloseTo(plain.x[k] + 1, 4);
    });
    const { scanner, ...rest } = SETTINGS;
    const scanners: ScanSettings['scanners'] = [
      { name: 'a', scanner: testScanner() },
      { name: 'b', scanner: testScanner() },
    ];
    expect((await pointsOf(scan({ scene, ...rest, scanners }, options()))).count).toBe(2 * plain.count);
  });

  it('closes its engine, also where the loop over it ends early', async () => {
    const { machine, asked } = countingMachine();
    for await (const _ of scan({ scene, ...SETTINGS }, options(machine))) break;
    expect(asked).toEqual({ trees: 1, engines: 1, closed: 1 });
  });

  it('names faults by their path before anything is made ready', async () => {
    const { machine, asked } = countingMachine();
    const wrong = { scene, ...SETTINGS, seed: -1 };
    await expect(pointsOf(scan(wrong, options(machine)))).rejects.toThrow('seed: found -1, expected a whole number');
    expect(asked).toEqual({ trees: 0, engines: 0, closed: 0 });
  });

  it('refuses legs without pulses', async () => {
    const legs = [{ from: [0, 0, 0], to: [1e-9, 0, 0], speed: 10_000 }] as ScanSettings['legs'];
    await expect(pointsOf(scan({ scene, ...SETTINGS, legs }, options()))).rejects.toThrow('leg 1: ');
  });
});

describe('openForScans', () => {
  it.each([0, 1.5, 1025, Number.NaN])('refuses %d threads', async (threads) => {
    const opened = openForScans(scene, { ...options(), threads });
    await expect(opened).rejects.toThrow('threads must be a whole number from 1 to 1024');
  });

  it('builds trees and opens an engine once for all scans', async () => {
    const { machine, asked } = countingMachine();
    const opened = await openForScans(scene, options(machine));
    const first = await pointsOf(opened.scan(SETTINGS));
    expect(await pointsOf(opened.scan(SETTINGS))).toEqual(first);
    const wider = await pointsOf(opened.scan({ ...SETTINGS, legs: [{ position: [0, 0, 1.7], azimuth: [-40, 40] }] }));
    expect(wider.count).toBe(2 * first.count);
    expect(asked).toEqual({ trees: 1, engines: 1, closed: 0 });
    await opened.close();
    expect(asked.closed).toBe(1);
  });

  it('scans once more after a scan that was left', async () => {
    const opened = await openForScans(scene, options());
    for await (const _ of opened.scan(SETTINGS)) break;
    expect((await pointsOf(opened.scan(SETTINGS))).count).toBe(40);
    await opened.close();
  });

  it('refuses a scan while another is going on', async () => {
    const opened = await openForScans(scene, options());
    const going = opened.scan(SETTINGS);
    await going.next();
    await expect(opened.scan(SETTINGS).next()).rejects.toThrow('a scan of this scene is still going on');
    await going.return(undefined);
    await opened.close();
  });
});

describe('an opened scene that is closed', () => {
  const LONG: ScanSettings = {
    ...SETTINGS,
    scanner: 'velodyne-hdl-32e',
    legs: [{ position: [0, 0, 1.7], duration: 20 }],
  };

  it('ends the scan that is read', async () => {
    const opened = await openForScans(scene, options());
    const going = opened.scan(LONG);
    await going.next();
    await opened.close();
    await expect(pointsOf(going)).rejects.toBeInstanceOf(AbortedError);
  });

  it('ends the scan that is waiting for its first points, and keeps no engine', async () => {
    const { machine, asked } = countingMachine();
    const opened = await openForScans(scene, options(machine));
    const first = opened.scan(LONG).next();
    await opened.close();
    await expect(first).rejects.toBeInstanceOf(AbortedError);
    expect(asked.closed).toBe(asked.engines);
  });

  it('scans no more', async () => {
    const { machine, asked } = countingMachine();
    const opened = await openForScans(scene, options(machine));
    await opened.close();
    await expect(opened.scan(SETTINGS).next()).rejects.toThrow('the scene is closed');
    expect(asked.engines).toBe(0);
  });
});

describe('scans and runs', () => {
  type Given = Parameters<typeof scan>[0];

  it.each([undefined, null, {}, 'a.yaml'])('refuse an argument that is no scene: %j', async (given) => {
    await expect(openForScans(given as never, options())).rejects.toThrow('found a value that is not a scene');
  });

  it.each([undefined, {}, 'a.yaml', { scene }])('refuse an argument that is no survey', async (given) => {
    await expect(runSurvey(given as never, options())).rejects.toThrow('found a value that is not a survey');
    await expect(pointsOf(simulate(given as never, options()))).rejects.toThrow('found a value that is not a survey');
  });

  it('refuse a product of a scan, which writes none', async () => {
    const opened = await openForScans(scene, options());
    for (const key of PRODUCT_KEYS) {
      const settings = { ...SETTINGS, [key]: PRODUCT_SAMPLES[key] };
      const refusal = `scan: ${key}: found a value, expected none`;
      await expect(pointsOf(scan({ scene, ...settings } as Given, options()))).rejects.toThrow(refusal);
      await expect(pointsOf(opened.scan(settings))).rejects.toThrow(refusal);
    }
    const other = { ...SETTINGS, scene } as ScanSettings;
    await expect(pointsOf(opened.scan(other))).rejects.toThrow('scan: scene: found a value, expected none');
    await opened.close();
  });
});

describe('runSurvey', () => {
  it('writes what a survey in memory asks for', async () => {
    const files = createWebFiles();
    const survey = await createSurvey({ scene, ...SETTINGS, output: ['cloud.xyz'] }, { files });
    const { points } = await runSurvey(survey, options({ ...nodeMachine, files }));
    expect(points).toBe(40);
    expect((await files.blob('cloud.xyz').text()).trim().split('\n').length).toBeGreaterThanOrEqual(40);
  });
});
