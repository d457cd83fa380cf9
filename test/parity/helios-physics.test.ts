import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { nodeFiles } from '../../src/base/files/node-files.js';
import { compareClouds } from '../../src/io/compare-clouds.js';
import { openCloud } from '../../src/io/readable-clouds.js';
import type { PhysicsName } from '../../src/scanner/physics.js';
import { runSurvey } from '../../src/simulation/node-run-survey.js';
import { readSurvey } from '../../src/survey/node-read-survey.js';
import { convertFromHelios, HAS_HELIOS_REFERENCE } from '../support/helios-reference.js';

// What --physics si changes in surveys of HELIOS++, by the sizes that docs/helios.md names.

const folder = mkdtempSync(join(tmpdir(), 'helios-physics-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The path of a survey's cloud, by a kind of physics; `changes` are keys of our own. */
async function cloudOf(survey: string, physics: PhysicsName, changes: object = {}): Promise<string> {
  const { value } = await convertFromHelios(`data/surveys/${survey}`, { physics });
  const cloud = join(mkdtempSync(join(folder, 'run-')), 'cloud.las');
  const native = { ...value, ...changes, output: [{ file: cloud, fields: ['standard', 'pulse'] }] };
  await runSurvey(await readSurvey(native), { engine: 'cpu' });
  return cloud;
}

/** The cloud of a survey as HELIOS++ computes, made once. */
function theirsOf(survey: string): Promise<string> {
  const made = theirClouds.get(survey) ?? cloudOf(survey, 'helios');
  theirClouds.set(survey, made);
  return made;
}
const theirClouds = new Map<string, Promise<string>>();

/** The second cloud against the first. */
async function differences(a: string, b: string) {
  const [theirs, ours] = await Promise.all([a, b].map((path) => openCloud(nodeFiles, path)));
  const { matched, ...clouds } = await compareClouds(theirs, ours, { match: 'pulse' });
  const { distance, amplitude = matched.energy } = matched;
  return { more: clouds.b.points / clouds.a.points - 1, distance, amplitude };
}

if (!HAS_HELIOS_REFERENCE)
  describe.skip('the two kinds of physics in surveys of HELIOS++ (skipped: ../shared/helios is not here)', () => {
    it('differ as the guide says', () => {});
  });

describe.skipIf(!HAS_HELIOS_REFERENCE)('the two kinds of physics in surveys of HELIOS++', () => {
  it.each([
    { survey: 'demo/tls_livox.xml', more: 0, median: 0.015, p95: 0.033, amplitude: 0.0112 },
    { survey: 'toyblocks/tls_toyblocks.xml', more: -0.0025, median: 0.0037, p95: 0.04, amplitude: 0.0045 },
    { survey: 'toyblocks/mls_toyblocks.xml', more: 0.0002, median: 1.62, p95: 2.27, amplitude: 0.0045 },
  ])('differ in $survey by what the guide says', async ({ survey, more, median, p95, amplitude }) => {
    const found = await differences(await theirsOf(survey), await cloudOf(survey, 'si'));
    expect(found.more).toBeCloseTo(more, 3);
    expect((found.distance?.median ?? 0) / median).toBeCloseTo(1, 1);
    expect((found.distance?.p95 ?? 0) / p95).toBeCloseTo(1, 1);
    expect((found.amplitude?.median ?? 0) / amplitude).toBeCloseTo(1, 1);
  });

  it.each<[key: string, value: string, distance: number, amplitude: number]>([
    ['clock', 'two-way', 0, 0.9994],
    ['echoes', 'receiver', 0.0154, 1],
    ['points', 'surface', 0, 1],
    ['energy', 'lidar', 0, 0.563],
    ['gloss', 'normalised', 0, 0.02],
    ['reflectance', 'bounded', 0, 0.01],
  ])('differ in demo/tls_livox.xml with %s: %s by what the guide says', async (key, value, distance, amplitude) => {
    const theirs = await theirsOf('demo/tls_livox.xml');
    const physics = { like: 'helios', [key]: value };
    const found = await differences(theirs, await cloudOf('demo/tls_livox.xml', 'helios', { physics }));
    expect(found.more).toBe(0);
    expect(found.distance?.median).toBeCloseTo(distance, 4);
    expect((found.amplitude?.median ?? 0) / amplitude).toBeCloseTo(1, 2);
  });
});
