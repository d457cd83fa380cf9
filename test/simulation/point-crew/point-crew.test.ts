import { describe, expect, it, onTestFinished } from 'vitest';
import { needsOf } from '../../../src/products/index.js';
import { cloudHeaders } from '../../../src/simulation/cloud-headers.js';
import { nodeMachine } from '../../../src/simulation/node-machine.js';
import { type MadePoints, memoryOfClouds, type PointWork } from '../../../src/simulation/point-crew/made-points.js';
import { nodePointCrew } from '../../../src/simulation/point-crew/node-point-crew.js';
import { makePoints, type PointCrew, soloMaker } from '../../../src/simulation/point-crew/point-crew.js';
import type { PointSetup } from '../../../src/simulation/point-crew/point-setup.js';
import { neededFacts } from '../../../src/simulation/points/scene-facts.js';
import { splitPiece } from '../../../src/simulation/points/split-piece.js';
import { openScene, type SceneDevice } from '../../../src/simulation/scene-device.js';
import type { TracedPiece } from '../../../src/simulation/trace-pieces.js';
import type { Survey } from '../../../src/survey/survey.js';
import { sampleOf } from '../../support/long-run.js';
import { roomSurvey } from '../room-survey.js';

interface Making {
  createCrew: (setup: PointSetup) => PointCrew;
  /** Points of a piece; absent: as it comes. */
  pointsMax?: number;
}

async function* divided(pieces: AsyncIterable<TracedPiece>, pointsMax: number | undefined) {
  for await (const piece of pieces)
    if (pointsMax === undefined) yield piece;
    else for (const part of splitPiece(piece, pointsMax)) yield { ...piece, ...part };
}

const openDevice = ({ scene }: Survey) =>
  openScene(scene, { machine: nodeMachine, engine: 'cpu', threads: 2, cache: false });

/** A crew for the points of a survey on a device with its scene, and the pieces to make them of. */
async function crewOn(device: SceneDevice, survey: Survey, createCrew: Making['createCrew']) {
  const { scans, tracePieces } = await device.start(survey);
  const { scene: _, ...facts } = survey;
  const headers = cloudHeaders(survey, scans, device.scene);
  const kernel = await nodeMachine.loadKernelModule();
  const needs = needsOf(survey);
  const scene = await neededFacts(device.scene, needs, { file: survey.file });
  const setup = { survey: facts, scans, needs, scene, headers, shown: false, kernel };
  return { crew: createCrew(setup), setup, tracePieces };
}

/** Points made of a survey. */
async function madeOf(survey: Survey, making: Making): Promise<MadePoints[]> {
  const device = await openDevice(survey);
  try {
    return await madeOn(device, survey, making);
  } finally {
    await device.close();
  }
}

/** The same on a device with its scene. */
async function madeOn(device: SceneDevice, survey: Survey, { createCrew, pointsMax }: Making): Promise<MadePoints[]> {
  const made: MadePoints[] = [];
  const { crew, setup, tracePieces } = await crewOn(device, survey, createCrew);
  try {
    // Later pieces have its memory.
    for await (const piece of makePoints(divided(tracePieces(), pointsMax), crew, setup))
      made.push(structuredClone(piece));
  } finally {
    await crew.close();
  }
  return made;
}

/**
 * Two threads for all that a test makes of a survey, since a thread takes longer to start than its points; closed with
 * the test.
 */
function keptCrew(): Making['createCrew'] {
  let crew: PointCrew | undefined;
  onTestFinished(() => crew?.close());
  return (setup) => {
    crew ??= nodePointCrew(2, setup);
    return { ...crew, close: async () => {} };
  };
}

const joined = (parts: readonly Uint8Array[]) => Buffer.concat(parts).toString('base64');
const bytesOf = (array: ArrayBufferView) => new Uint8Array(array.buffer, array.byteOffset, array.byteLength);

/** Formats that are written column by column. */
const IN_COLUMNS = new Set<string>(['npz', 'parquet']);

/** The bytes that come into each file, however they came. */
function filesOf(survey: Survey, made: readonly MadePoints[]): Record<string, string> {
  const files = new Map<string, Uint8Array[]>();
  const add = (name: string, bytes: readonly Uint8Array[]) => {
    const file = files.get(name) ?? [];
    files.set(name, file);
    file.push(...bytes);
  };
  for (const { scan, leg, clouds, frames = [], pulses, found } of made) {
    for (const [k, parts] of clouds.entries())
      for (const { channel, points } of parts)
        for (const [column, bytes] of points.bytes.entries())
          add(`cloud ${k} ${channel} ${IN_COLUMNS.has(survey.outputs[k].format) ? column : ''}`, [bytes]);
    for (const { frame, points } of frames) add(`frame ${scan} ${leg} ${frame}`, points.bytes);
    if (pulses)
      for (const key of ['origins', 'directions', 'times'] as const) add(`pulses ${key}`, [bytesOf(pulses[key])]);
    if (found) {
      add('waveforms of points', [bytesOf(found.points.waveform as Uint32Array)]);
      for (const key of ['pulse', 'time', 'direction'] as const)
        add(`waveforms ${key}`, [bytesOf(found.waveforms[key])]);
    }
  }
  return Object.fromEntries([...files].map(([name, bytes]) => [name, joined(bytes)]));
}

const sumsOf = (made: readonly MadePoints[]) =>
  (['points', 'dropped', 'hits', 'cut'] as const).map((key) => made.reduce((sum, piece) => sum + piece[key], 0));

const STATION = 'legs: [ { position: [0, 0, 1.2], duration: 0.02 }, { position: [1, 0, 1.2], duration: 0.02 } ]';
const VLP = 'scanner: velodyne-vlp-16';
const SAMPLING =
  'scanner: { id: velodyne-vlp-16, receiver: { sampling: { rate: 1 }, bandwidth: 200, noise: { range: 100, reflectance: 0.1, probability: 0.9, falseAlarms: 10 } } }\ndetector: { rangeNoise: 0 }';

/** A second room moves within the first one, whose scanner moves, too. */
const MOVING = {
  scene:
    'scene: { parts: [ { file: room.obj }, { name: box, file: room.obj, transform: { scale: 0.2 }, motion: { velocity: [3, 9, 0], turnRate: 90 } } ] }',
  legs: 'legs: [ { from: [-1, 0, 1.2], to: [1, 0, 1.2], speed: 80 }, { from: [1, 0, 1], to: [0, 1, 1], speed: 50 } ]',
};

const SURVEYS: Record<string, Record<string, string>> = {
  'a cloud in several formats': { output: 'output: [ a.las, b.laz, c.csv, d.ply, e.npz, f.parquet ]' },
  'a moving platform whose report is wrong': {
    legs: 'legs: [ { from: [-1, 0, 1.2], to: [1, 0, 1.2], speed: 50 } ]',
    poseError: 'poseError: { position: { horizontal: { white: 0.1 } }, keepTruePosition: true }',
    output: 'output: [ { file: a.las, fields: all } ]',
  },
  'masks, drop-outs and colours': {
    restrict: 'restrict: [ { azimuth: [10, 60] }, { share: 0.2 } ]',
    colors: 'colors: shaded',
    output: 'output: [ a.las ]',
  },
  'a file for each laser': { output: 'output: [ { file: "a%c.csv", by: channel } ]' },
  'artefacts of neighbouring shots': {
    detector: 'detector: { artefacts: { crosstalk: { level: -20, within: 5 } } }',
    output: 'output: [ a.csv ]',
  },
  frames: {
    frames: 'frames: { file: "f%02d.pcd", by: seconds, duration: 0.003, coordinates: sensor, deskew: true }',
    output: '',
  },
  'organised frames': { frames: 'frames: { file: "f%02d.pcd", organised: true }', output: '' },
  'velocities, with ghosts and misses': {
    ...MOVING,
    detector: 'detector: { artefacts: { outliers: { probability: 0.1 }, crosstalk: { level: -20, within: 5 } } }',
    output: 'output: [ { file: a.npz, misses: true, fields: [standard, radial_velocity, velocity, moving] } ]',
  },
  'frames with objects at their start': {
    ...MOVING,
    frames: 'frames: { file: "f%02d.pcd", by: seconds, duration: 0.003, coordinates: sensor, deskew: objects }',
    output: '',
  },
  'organised frames with velocities': {
    ...MOVING,
    frames: 'frames: { file: "f%02d.pcd", organised: true, fields: [radial_velocity, velocity, moving] }',
    output: '',
  },
  pulses: { pulses: 'pulses: p.csv', output: 'output: [ a.csv ]' },
  waveforms: {
    scanner: SAMPLING,
    waveforms: 'waveforms: w.npz',
    output: 'output: [ { file: a.las, waveforms: internal } ]',
  },
};

describe('the points of a survey', () => {
  it.each(sampleOf(Object.keys(SURVEYS), 3))(
    'of %s are the same in one thread, in several, and in smaller pieces',
    async (name) => {
      const survey = await roomSurvey({ scanner: VLP, legs: STATION, ...SURVEYS[name] });
      const device = await openDevice(survey);
      onTestFinished(() => device.close());
      const solo = await madeOn(device, survey, { createCrew: soloMaker });
      expect(sumsOf(solo)[0]).toBeGreaterThan(100);
      const expected = filesOf(survey, solo);
      expect(Object.keys(expected).length).toBeGreaterThan(0);
      const createCrew = keptCrew();
      const threads = await madeOn(device, survey, { createCrew });
      expect(filesOf(survey, threads)).toEqual(expected);
      const pieces = await madeOn(device, survey, { createCrew, pointsMax: 700 });
      expect(pieces.length).toBeGreaterThan(threads.length);
      expect(filesOf(survey, pieces)).toEqual(expected);
      expect(sumsOf(pieces)).toEqual(sumsOf(solo));
    },
  );

  it('are made some at a time in the thread that asks, which leaves others their turn', async () => {
    const survey = await roomSurvey({ scanner: VLP, legs: STATION, output: 'output: [ a.las ]' });
    const device = await openDevice(survey);
    onTestFinished(() => device.close());
    const { crew, setup, tracePieces } = await crewOn(device, survey, soloMaker);
    const pieces = tracePieces();
    // Its outputs stay until the next one is asked for.
    const whole = (await pieces.next()).value as TracedPiece;
    const { count } = whole.outputs.points;
    expect(count).toBeGreaterThan(3000);
    const ends: number[] = [];
    let [timers, points] = [0, 0];
    const timer = setInterval(() => timers++, 1);
    const again = async function* () {
      for (const end = performance.now() + 300; performance.now() < end; ) yield whole;
    };
    for await (const made of makePoints(again(), crew, setup)) {
      ends.push(made.end);
      points += made.points;
    }
    clearInterval(timer);
    await pieces.return(undefined);
    await crew.close();
    // Nothing is known of the first piece; each turn is of 12 ms, with others at work on the machine of many more.
    expect(ends.indexOf(whole.end)).toBeGreaterThanOrEqual(2);
    expect(points % count).toBe(0);
    expect(timers).toBeGreaterThan(2);
  });

  it('are in the memory of earlier ones that are written', async () => {
    const survey = await roomSurvey({ scanner: VLP, legs: STATION, output: 'output: [ a.las, b.npz ]' });
    const used: ArrayBuffer[] = [];
    const createCrew = (setup: PointSetup): PointCrew => {
      const crew = soloMaker(setup);
      const make = async (work: PointWork) => {
        const made = await crew.do(work);
        used.push(...memoryOfClouds(made));
        return made;
      };
      return { ...crew, do: make };
    };
    const made = await madeOf(survey, { createCrew, pointsMax: 700 });
    expect(made.length).toBeGreaterThan(10);
    expect(used).toHaveLength(2 * made.length);
    // While a piece waits to be written, the next one is made.
    expect(new Set(used).size).toBeLessThanOrEqual(6);
  });

  it('are a fault of the user if a format cannot hold them, in a thread too', async () => {
    const survey = await roomSurvey({
      scanner: VLP,
      legs: STATION,
      scene: 'scene: { parts: [ { file: room.obj } ], labels: [ { match: "*", class: 40 } ] }',
      output: 'output: [ a.csv ]',
    });
    const older = { ...survey, outputs: [{ ...survey.outputs[0], format: 'las', pointFormat: 1 } as const] };
    const making = madeOf(older, { createCrew: (setup) => nodePointCrew(2, setup) });
    await expect(making).rejects.toThrow('found a point of class 40; LAS 1.2');
    await expect(making).rejects.toHaveProperty('name', 'UserError');
  });
});
