import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { runSurvey } from '../../../src/node-scans.js';
import { lookAround } from '../../../src/planning/whereabouts/look-around.js';
import { nodeMachine } from '../../../src/simulation/node-machine.js';
import { readSurvey } from '../../../src/survey/read-survey.js';
import { roomSurvey } from '../../simulation/room-survey.js';
import { sampleOf } from '../../support/long-run.js';
import { benchWith } from '../../workbench/bench.js';

const EXAMPLES = new URL('../../../examples/', import.meta.url);
const smaller = (name: string) =>
  readFileSync(new URL(name, EXAMPLES), 'utf8')
    .replaceAll(/Step: 0.2\b/g, 'Step: 1.6')
    .replace(/triangles: \d+/, 'triangles: 20000')
    .replaceAll('.laz', '.las');

/** So many that the room is kept once. */
const PLACES = Array.from({ length: 30 }, (_, k) => `{ translate: [${40 * k}, 0, 0] }`);

describe('a look around', () => {
  it.each(['quickstart.yaml', 'waveforms.yaml'])(
    'expects the points and the files that a run of %s writes, as the page does',
    async (name) => {
      const outputFolder = mkdtempSync(join(tmpdir(), 'look-'));
      const text = smaller(name);
      const survey = await readSurvey(text, { files: nodeFiles, folder: '.', name, outputFolder });
      const look = await lookAround(survey, { machine: nodeMachine });
      const { points, outputs } = await runSurvey(survey, { engine: 'cpu' });
      expect(Math.abs(look.pointsLikely / points - 1)).toBeLessThan(0.03);
      const [{ path }] = outputs;
      const written = [path, path.replace('.las', '.wdp')].map(
        (file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0,
      );
      expect(Math.abs(look.outputBytesLikely / (written[0] + written[1]) - 1)).toBeLessThan(0.08);

      const { outputBytes } = await benchWith()('expect', { text });
      expect(look.outputBytesLikely).toBe(Math.round(outputBytes));
    },
  );

  it.each(sampleOf(['laz', 'e57', 'pcd', 'parquet', 'csv'], 3))(
    'expects the bytes of a .%s file from some that it writes',
    async (ending) => {
      const outputFolder = mkdtempSync(join(tmpdir(), 'look-'));
      const text = smaller('quickstart.yaml').replace('.las', `.${ending}`);
      const survey = await readSurvey(text, { files: nodeFiles, folder: '.', name: 'quickstart', outputFolder });
      const look = await lookAround(survey, { machine: nodeMachine });
      const { points, outputs } = await runSurvey(survey, { engine: 'cpu' });
      const perPoint = look.outputBytesLikely / look.pointsLikely / (outputs[0].bytes / points);
      expect(Math.abs(perPoint - 1)).toBeLessThan(0.15);
    },
  );

  it('expects the bytes of files of a scanner whose lasers disturb each other', async () => {
    const text = `
scene: { parts: [ { generate: { kind: room, triangles: 20000 } } ] }
scanner: velodyne-vlp-16
legs: [ { position: [0, 0, 1.2], duration: 0.03 } ]
detector: { artefacts: { crosstalk: { level: -40, within: 2.5 }, outliers: { probability: 0.001 } } }
output: [ a.laz ]
`;
    const outputFolder = mkdtempSync(join(tmpdir(), 'look-'));
    const survey = await readSurvey(text, { files: nodeFiles, folder: '.', name: 'disturbed', outputFolder });
    const look = await lookAround(survey, { machine: nodeMachine });
    const { points, outputs } = await runSurvey(survey, { engine: 'cpu' });
    expect(Math.abs(look.outputBytesLikely / look.pointsLikely / (outputs[0].bytes / points) - 1)).toBeLessThan(0.15);
  });

  it('times the tracing of all pulses by some of them, and counts a mesh that is placed often once', async () => {
    const scene = `scene: { parts: [ { generate: { kind: room, triangles: 20000 }, instances: [ ${PLACES.join(', ')} ] } ] }`;
    const legs = (seconds: number) => `legs: [ { position: [0, 0, 1.2], duration: ${seconds} } ]`;
    const of = async (seconds: number) =>
      lookAround(await roomSurvey({ scene, legs: legs(seconds) }), { machine: nodeMachine });
    const [short, long] = [await of(0.5), await of(50)];
    expect(short.meshTriangles).toBeLessThan(0.6 * short.triangles);
    expect(short.traceSeconds).toBeGreaterThan(0);
    // As many pulses take as much time; a busy machine measures within a factor of some.
    expect(long.traceSeconds / short.traceSeconds).toBeGreaterThan(20);
    expect(long.traceSeconds / short.traceSeconds).toBeLessThan(500);
  });

  it('tells the shares of pulses that a run has with a return, and that hit without one', async () => {
    const survey = await roomSurvey({
      legs: 'legs: [ { position: [0, 0, 1.2], duration: 0.1 }, { position: [2.6, 0, 1.2], duration: 0.1 } ]',
      // Walls are from 2.5 to 3.9 m away: the farther ones are too weak.
      detector: 'detector: { minEnergy: 2.6e-11, rangeNoise: 0 }',
    });
    const { legs } = await runSurvey(survey, { engine: 'cpu', cache: false });
    const look = await lookAround(survey, { machine: nodeMachine });
    for (const [k, { pulses, hit, lost }] of legs.entries()) {
      expect(lost / hit).toBeGreaterThan(0.1);
      expect(lost / hit).toBeLessThan(0.9);
      expect(Math.abs(look.legs[k].hitShare - (hit - lost) / pulses)).toBeLessThan(0.05);
      expect(Math.abs(look.legs[k].lostShare - lost / hit)).toBeLessThan(0.05);
    }
  });

  it('doubts what a run doubts before it traces', async () => {
    const outputFolder = mkdtempSync(join(tmpdir(), 'look-'));
    const rows = Array.from({ length: 8 }, (_, k) => `${k & 1} ${(k >> 1) & 1} ${k >> 2} 3 0.5`);
    const crown = `VOXEL SPACE\n#min_corner: 5 5 0\n#split: 2 2 2\n#res: 1\ni j k PadBVTotal transmittance\n${rows.join('\n')}`;
    writeFileSync(join(outputFolder, 'crown.vox'), crown);
    const text = `scene: { parts: [{ name: crown, file: crown.vox, voxels: { mode: medium } }, { generate: { kind: room, triangles: 20000 } }] }
scanner: { id: velodyne-vlp-16, divergence: { mrad: 0.5 } }
legs: [{ position: [5, 4.9, 1], duration: 0.01 }]
output: [cloud.las]
`;
    const survey = await readSurvey(text, {
      files: nodeFiles,
      folder: outputFolder,
      name: 'survey.yaml',
      outputFolder,
    });
    const warned: string[] = [];
    const log = { info: () => undefined, warn: (warning: string) => void warned.push(warning) };
    await runSurvey(survey, { engine: 'cpu', cache: false, log });
    const { warnings } = await lookAround(survey, { machine: nodeMachine });
    expect(warned).toContainEqual(
      expect.stringMatching(/^voxels of crown: the beam of .* mm wide where it comes next/),
    );
    expect(warnings.filter((warning) => warned.includes(warning))).toEqual(warned);
  });
});
