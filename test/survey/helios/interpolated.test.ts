import { describe, expect, it } from 'vitest';
import { rotate } from '../../../src/base/quaternion.js';
import { secondsOfWeek } from '../../../src/io/units/gps-week.js';
import { loadSurvey } from '../../../src/node-surveys.js';
import { createPoseReader } from '../../../src/platform/pose-at.js';
import type { SurveyFormatOptions } from '../../../src/survey/survey-format.js';
import { faultOf } from '../../scene/scene-files.js';
import {
  convertHelios,
  type HeliosSurvey,
  leg,
  refusal,
  usual,
  writeHeliosSurvey,
} from '../../support/helios-survey.js';

const TRJ = '#TIME_COLUMN: 0\n#HEADER: "t", "roll", "pitch", "yaw", "x", "y", "z"\n';
const ROWS = `${TRJ}10,0,0,90,0,0,50\n20,0,0,90,100,0,50\n30,0,0,180,100,-100,50\n`;
const along = (legs: string, files: Record<string, string> = { 't.trj': ROWS }, attributes = ''): HeliosSurvey => ({
  templates: usual('pulseFreq_hz="100" scanFreq_hz="10"'),
  references: { platform: 'interpolated' },
  attributes,
  legs,
  files,
});

interface Travelled {
  trajectory: Record<string, unknown>;
  startTime?: number;
}
const convert = async (survey: HeliosSurvey, options: SurveyFormatOptions = {}) => {
  const { value, ...notes } = await convertHelios(survey, options);
  return { legs: value.legs as Travelled[], ...notes };
};

describe('legs of HELIOS++ along recorded trajectories', () => {
  it('travel from tStart to tEnd; those after the first begin three steps later, after a jump four, and lack one', async () => {
    const stretch = 'trajectory="t.trj" tStart="12" tEnd="18"';
    const { legs } = await convert(
      along(leg('trajectory="t.trj"') + leg(stretch) + leg(`${stretch} teleportToStart="true"`)),
    );
    expect(legs.map(({ trajectory }) => [trajectory.from, trajectory.to])).toEqual([
      [undefined, undefined],
      [12.03, 18.02],
      [12.04, 18.03],
    ]);
  });

  it('are filtered by the slopes of the first file, where the first leg says so', async () => {
    const rows = `${TRJ}0,0,0,90,0,0,5\n1,0,0,90,1,0,5\n2,0,0,90,2,0.1,5\n3,0,0,90,3,3,5\n4,0,0,90,4,6,5\n`;
    const legs =
      leg('trajectory="t.trj" slopeFilterThreshold="1"') + leg('trajectory="u.trj" slopeFilterThreshold="2"');
    const tiny = along(legs, { 't.trj': rows, 'u.trj': ROWS });
    const converted = await convert(tiny);
    expect(converted.legs.map(({ trajectory }) => trajectory.slopeThreshold)).toEqual([1, undefined]);
    expect(converted.warnings.join()).toMatch(
      /slopeFilterThreshold: found 2, expected it with the first trajectory, t\.trj/,
    );
    const survey = await loadSurvey(writeHeliosSurvey(tiny).file);
    // The slope of y changes by 0.1 at 1 s, and by 2.8 at 2 s.
    const { path } = survey.legs[0];
    expect(path.kind === 'recorded' && [...path.trajectory.times]).toEqual([0, 2, 4]);
  });

  it('last so many steps, even where these go beyond the end', async () => {
    const { file } = writeHeliosSurvey(along(leg('trajectory="t.trj"') + leg('trajectory="t.trj" tStart="20"')));
    const { legs } = await loadSurvey(file);
    const durations = legs.map(({ path }) => path.kind === 'recorded' && path.trajectory.times.at(-1));
    expect(durations).toEqual([20, expect.closeTo(9.99, 9)]);
    const end = createPoseReader(legs[1].path)(9.99).position;
    expect(end).toEqual([100, -100.2, 50].map((value) => expect.closeTo(value, 9)));
  });

  it('turn by their angles with the physics of HELIOS++, and the shorter way otherwise', async () => {
    const rows = `${TRJ}0,0,0,350,0,0,5\n10,0,0,10,10,0,5\n`;
    const { file } = writeHeliosSurvey(along(leg('trajectory="t.trj"'), { 't.trj': rows }));
    const northAt = async (physics: 'helios' | 'si') => {
      const { legs } = await loadSurvey(file, { physics });
      const { orientation } = createPoseReader(legs[0].path)(5);
      return rotate(orientation, [0, 1, 0])[1];
    };
    expect(await northAt('helios')).toBeCloseTo(-1, 12);
    expect(await northAt('si')).toBeCloseTo(1, 12);
  });

  it('keep the attitude of the world where only positions are read, and follow the course otherwise', async () => {
    const rows = '0;1;2;3\n1;2;2;3\n';
    const settings =
      'trajectory="t.trj" interpolationDomain="position" trajectory_seperator=";" xIndex="1" yIndex="2" zIndex="3"';
    const tiny = along(leg(settings), { 't.trj': rows });
    const [helios, si] = [await convert(tiny), await convert(tiny, { physics: 'si' })];
    expect(helios.legs[0].trajectory).toMatchObject({ attitude: 'north', columns: { time: 1, x: 2, y: 3, z: 4 } });
    expect(si.legs[0].trajectory).toMatchObject({ attitude: 'course' });
    const { legs } = await loadSurvey(writeHeliosSurvey(tiny).file);
    expect(createPoseReader(legs[0].path)(0.5)).toMatchObject({ position: [1.5, 2, 3], orientation: [0, 0, 0, 1] });
  });

  it('start at the time of the recording if it is synchronised, have radians, separators and conventions', async () => {
    const rows = ROWS.split('\n').slice(2).join('\n').replaceAll(',', '|');
    const { legs } = await convert(
      along(
        leg('trajectory="t.trj" tIndex="0" trajectory_separator="|" toRadians="false"') +
          leg('trajectory="t.trj" syncGPSTime="true"'),
        { 't.trj': rows },
        'rotationSpec="CANONICAL"',
      ),
    );
    expect(legs[0]).toMatchObject({
      startTime: 10 - 1e9,
      trajectory: { angles: 'rad', separator: '|', rotation: 'canonical' },
    });
    expect(legs[1]).toMatchObject({ trajectory: { angles: 'rad', separator: '|', columns: { heading: 4, x: 5 } } });
    expect(legs[1].startTime).toBeUndefined();
  });

  it('have the times of their file as seconds of the GPS week with syncGPSTime', async () => {
    const rows = `${TRJ}345600,0,0,90,0,0,50\n345610,0,0,90,100,0,50\n`;
    const { file } = writeHeliosSurvey(along(leg('trajectory="t.trj" syncGPSTime="true"'), { 't.trj': rows }));
    const { legs } = await loadSurvey(file);
    expect(secondsOfWeek(legs[0].startTime, 0)).toBe(345_600);
    expect(secondsOfWeek(legs[0].startTime, 7.5)).toBe(345_607.5);
  });

  it('interpolate positions, or attitudes too, and nothing else', async () => {
    const asked = (domain: string) => along(leg(`trajectory="t.trj" interpolationDomain="${domain}"`));
    expect((await convert(asked('POSITION'))).legs[0].trajectory).toMatchObject({ attitude: 'north' });
    expect(await refusal(asked('attitude'))).toContain(
      'interpolationDomain of <platformSettings>: found "attitude", expected position_and_attitude or position',
    );
  });

  it('take the first or last of poses that share a time', async () => {
    const rows = `${TRJ}0,0,0,0,0,-40,0\n5,0,0,0,0,40,0\n5,0,0,90,-40,0,0\n10,0,0,90,40,0,0\n`;
    const { file } = writeHeliosSurvey(
      along(
        leg('trajectory="t.trj" tStart="0" tEnd="5"') +
          leg('trajectory="t.trj" tStart="5" tEnd="10" teleportToStart="true"'),
        { 't.trj': rows },
      ),
    );
    const { legs } = await loadSurvey(file);
    expect(createPoseReader(legs[0].path)(5).position).toEqual([0, 40, 0]);
    expect(createPoseReader(legs[1].path)(0).position[0]).toBeCloseTo(-40 + 16 * 0.04, 9);
  });

  it('end earlier by their duration', async () => {
    const { legs } = await convert(along(leg('trajectory="t.trj"', '', 'maxDuration_s="3"')));
    expect(legs[0].trajectory.to).toBe(13);
  });

  it('note that a pulse frequency of their own does not slow them down', async () => {
    const legs = leg('trajectory="t.trj"') + leg('trajectory="t.trj"', 'pulseFreq_hz="1000"');
    const { quirks } = await convert(along(legs));
    expect(quirks.find(({ quirk }) => quirk === 23)?.message).toContain('0.1 times as slowly');
  });

  it.each([
    ['no trajectory', leg('x="1"'), {}, 'names no trajectory'],
    ['a file that is missing', leg('trajectory="no.trj"'), {}, 'found no file "no.trj"'],
    ['an end before the start', leg('trajectory="t.trj" tStart="9" tEnd="5"'), {}, 'tStart, tEnd: found 9 and 5'],
    [
      'a start that is no number',
      leg('trajectory="t.trj" tStart="nan"'),
      {},
      'tStart of <platformSettings>: found "nan"',
    ],
    [
      'different domains',
      leg('trajectory="t.trj"') + leg('trajectory="t.trj" interpolationDomain="position"'),
      {},
      'interpolationDomain: found position, expected position_and_attitude',
    ],
    [
      'files that overlap',
      leg('trajectory="t.trj"') + leg('trajectory="u.trj"'),
      { 'u.trj': ROWS },
      'overlap, expected trajectories one after the other',
    ],
    ['a recording that is none', leg('trajectory="u.trj"'), { 'u.trj': 'x' }, 'expected a number'],
    [
      'a head that never stops',
      leg('trajectory="t.trj"', 'headRotateStop_deg="10" headRotatePerSec_deg="0"'),
      {},
      'a head that stops',
    ],
  ])('are refused for %s', async (_, legs, files, message) => {
    expect(await refusal(along(legs, { 't.trj': ROWS, ...files }))).toContain(message);
  });

  it('are outside of the recording nowhere', async () => {
    const { file } = writeHeliosSurvey(along(leg('trajectory="t.trj" tEnd="1e9"')));
    expect(await faultOf(loadSurvey(file))).toContain('a moment of the recording, from 10 to 31 (s)');
  });
});
