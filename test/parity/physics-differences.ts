import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { nodeFiles } from '../../src/base/files/node-files.js';
import { compareClouds } from '../../src/io/clouds/compare-clouds.js';
import { openReadable } from '../../src/io/clouds/readable-clouds.js';
import { runSurvey } from '../../src/node-scans.js';
import { readSurvey } from '../../src/node-surveys.js';
import type { PhysicsName } from '../../src/scanner/physics.js';
import { convertFromHelios } from '../support/helios-reference.js';

const folder = mkdtempSync(join(tmpdir(), 'helios-physics-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The path of a survey's cloud, by a kind of physics; `changes` are keys of our own. */
export async function cloudOf(survey: string, physics: PhysicsName, changes: object = {}): Promise<string> {
  const { value } = await convertFromHelios(`data/surveys/${survey}`, { physics });
  const cloud = join(mkdtempSync(join(folder, 'run-')), 'cloud.las');
  const native = { ...value, ...changes, output: [{ file: cloud, fields: ['standard', 'pulse'] }] };
  await runSurvey(await readSurvey(native), { engine: 'cpu' });
  return cloud;
}

/** The cloud of a survey as HELIOS++ computes, made once. */
export function theirsOf(survey: string): Promise<string> {
  const made = theirClouds.get(survey) ?? cloudOf(survey, 'helios');
  theirClouds.set(survey, made);
  return made;
}
const theirClouds = new Map<string, Promise<string>>();

/** The second cloud against the first. */
export async function differences(a: string, b: string) {
  const [theirs, ours] = await Promise.all([a, b].map((path) => openReadable(nodeFiles, path)));
  const { matched, ...clouds } = await compareClouds(theirs, ours, { match: 'pulse' });
  const { distance, amplitude = matched.energy } = matched;
  return { more: clouds.b.points / clouds.a.points - 1, distance, amplitude };
}

/** Sizes that docs/helios.md names: of points, shares more and relative amplitudes; of distances, metres. */
export interface PhysicsSizes {
  survey: string;
  more: number;
  median: number;
  p95: number;
  amplitude: number;
}

/** Expects the points of a survey by the two kinds of physics to differ by these sizes. */
export async function expectSizes({ survey, more, median, p95, amplitude }: PhysicsSizes): Promise<void> {
  const found = await differences(await theirsOf(survey), await cloudOf(survey, 'si'));
  expect(found.more).toBeCloseTo(more, 3);
  expect((found.distance?.median ?? 0) / median).toBeCloseTo(1, 1);
  expect((found.distance?.p95 ?? 0) / p95).toBeCloseTo(1, 1);
  expect((found.amplitude?.median ?? 0) / amplitude).toBeCloseTo(1, 1);
}
