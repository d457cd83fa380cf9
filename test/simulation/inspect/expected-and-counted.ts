import { inspectScene } from '../../../src/node-scans.js';
import { type ExpectedPoints, expectPoints } from '../../../src/simulation/inspect/expect-points.js';
import { nodeMachine } from '../../../src/simulation/node-machine.js';
import { openScene } from '../../../src/simulation/scene-device.js';
import { standLegs } from '../../../src/simulation/stand-legs.js';
import type { Survey } from '../../../src/survey/survey.js';
import { pointsOfPieces } from '../../support/trace-points.js';

/** The points that a survey is expected to have, and those that a run has: of all, of each scanner, and of each leg. */
export async function expectedAndCounted(
  survey: Survey,
): Promise<{ expected: ExpectedPoints; counted: Omit<ExpectedPoints, 'fired'> }> {
  const device = await openScene(survey.scene, { machine: nodeMachine, engine: 'cpu', threads: 1, cache: false });
  const { scene } = device;
  const expected = await expectPoints(survey, await inspectScene(scene, { cache: false }));
  const { scans, tracePieces } = await device.start(await standLegs(survey, scene));
  const [scanners, legs] = [survey.instruments.map(() => 0), survey.legs.map(() => 0)];
  for await (const { scan, leg, points } of pointsOfPieces(tracePieces(), scans, scene)) {
    scanners[scan] += points.count;
    legs[leg] += points.count;
  }
  await device.close();
  return { expected, counted: { points: scanners.reduce((sum, count) => sum + count, 0), scanners, legs } };
}
