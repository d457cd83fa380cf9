import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { runSurvey } from '../../../src/node-scans.js';
import { sampleFiles } from '../../../src/planning/whereabouts/sample-files.js';
import { loadScene } from '../../../src/scene/load-scene.js';
import type { SceneDescription } from '../../../src/scene/scene-description.js';
import { nodeMachine } from '../../../src/simulation/node-machine.js';
import { readSurvey } from '../../../src/survey/read-survey.js';

/** A room far off, of which some hundred pulses in a turn return. */
const TEXT = `
scene: { parts: [ { generate: { kind: room, triangles: 20000 } } ] }
scanner: velodyne-vlp-16
legs: [ { position: [60, 0, 1.2], duration: 0.2 } ]
output: [ a.laz ]
`;

it('tells the bytes of a file without points from those of its points', async () => {
  const outputFolder = mkdtempSync(join(tmpdir(), 'sample-'));
  const survey = await readSurvey(TEXT, { files: nodeFiles, folder: '.', name: 'sparse', outputFolder });
  const scene = await loadScene(survey.scene as SceneDescription, { files: nodeFiles });
  const prepared = await nodeMachine.prepareScene(scene);
  const sampled = (await sampleFiles(survey, scene, prepared, { machine: nodeMachine })).get(0);
  const { points, outputs } = await runSurvey(survey, { engine: 'cpu' });
  const { file = 0, point = 0 } = sampled ?? {};
  expect(file).toBeGreaterThan(0.1 * outputs[0].bytes);
  expect((file + point * points) / outputs[0].bytes).toBeCloseTo(1, 1);
});
