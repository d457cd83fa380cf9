import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { toAttitude } from '../../../src/base/quaternion.js';
import { loadSurvey } from '../../../src/node-surveys.js';
import { createSurvey } from '../../../src/survey/create-survey.js';
import type { Survey } from '../../../src/survey/survey.js';
import { surveyText, writeSurvey } from '../survey-file.js';

/** A drive to the east with the quaternions of ROS, x forward; and with its angles. */
const QUATERNIONS = 'time,x,y,z,qx,qy,qz,qw\n0,0,0,0,0,0,0,1\n1,10,0,0,0,0,0,1\n';
const ANGLES = 'time,x,y,z,roll,pitch,yaw\n0,0,0,0,0,10,0\n1,10,0,0,0,10,0\n';

async function load(table: string, keys: string) {
  const file = await writeSurvey(surveyText({ legs: `legs: [{ trajectory: { file: run.csv${keys} } }]` }));
  await writeFile(join(dirname(file), 'run.csv'), table);
  const warnings: string[] = [];
  const survey = await loadSurvey(file, { log: { info: () => {}, warn: (text) => void warnings.push(text) } });
  return { survey, warnings };
}

function attitudeOf({ legs: [{ path }] }: Survey) {
  if (path.kind !== 'recorded') throw new Error('no recording');
  const [x, y, z, w] = path.trajectory.orientations;
  const { heading, pitch } = toAttitude([x, y, z, w]);
  return [heading, pitch].map((angle) => Math.round((angle * 180) / Math.PI));
}

describe('the body of a trajectory', () => {
  it('has y forward, and a warning where it then drives sideways', async () => {
    const { survey, warnings } = await load(QUATERNIONS, '');
    expect(attitudeOf(survey)).toEqual([0, 0]);
    expect(warnings).toEqual([
      'run.csv: the heading is -90° from the course along most of the path; if its attitudes are of a body with x forward, as in ROS, body: flu turns them',
    ]);
  });

  it('has x forward if told so', async () => {
    const { survey, warnings } = await load(QUATERNIONS, ', body: flu');
    expect([attitudeOf(survey), warnings]).toEqual([[90, 0], []]);
    const turned = await load(ANGLES, ', body: flu');
    expect([attitudeOf(turned.survey), turned.warnings]).toEqual([[90, -10], []]);
  });

  it('is warned of where it has x forward wrongly, and not where the course counts', async () => {
    const north = 'time,x,y,heading\n0,0,0,90\n1,0,10,90\n';
    expect((await load(north, ', body: flu')).warnings).toEqual([]);
    const east = 'time,x,y,heading\n0,0,0,-90\n1,10,0,-90\n';
    expect((await load(east, ', body: flu')).warnings[0]).toContain('leave out body: flu');
    expect((await load(QUATERNIONS, ', attitude: course')).warnings).toEqual([]);
  });

  it.each([
    [', body: flu, rotation: arinc705', 'rotation: found "arinc705", expected none beside body: flu'],
    [', body: flu, format: helios', 'body: found "flu", expected none, as helios has axes of its own'],
    [', body: ned', 'body: found "ned"'],
  ])('refuses %s', async (keys, message) => {
    await expect(load(QUATERNIONS, keys)).rejects.toThrow(message);
  });

  it('may be that of poses in memory', async () => {
    const poses = {
      times: Float64Array.of(0, 1),
      positions: Float64Array.of(0, 0, 0, 10, 0, 0),
      orientations: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1),
      body: 'flu' as const,
    };
    const survey = await createSurvey(
      { scene: { parts: [{ generate: { kind: 'room' } }] }, scanner: 'velodyne-vlp-16', legs: [{ trajectory: poses }] },
      { files: nodeFiles },
    );
    expect(attitudeOf(survey)).toEqual([90, 0]);
  });
});
