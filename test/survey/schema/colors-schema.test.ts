import { describe, expect, it } from 'vitest';
import type { PointColoring } from '../../../src/cloud/shading/point-coloring.js';
import { loadSurvey } from '../../../src/node-surveys.js';
import { loadFailure, surveyText, writeSurvey } from '../survey-file.js';

const load = async (sections: Record<string, string>, lines: string[] = []) =>
  loadSurvey(await writeSurvey(surveyText(sections)), { log: { info: (line) => lines.push(line), warn: () => {} } });

async function shadingOf(colors: string): Promise<Extract<PointColoring, { kind: 'shaded' }>> {
  const { colors: coloring } = await load({ colors: `colors: ${colors}` });
  if (coloring?.kind !== 'shaded') throw new Error('the points are not shaded');
  return coloring;
}

const near = (values: readonly number[]) => values.map((value) => expect.closeTo(value, 9));

describe('colors', () => {
  it('are those of the surfaces', async () => {
    expect((await load({ colors: 'colors: base' })).colors).toEqual({ kind: 'base' });
  });

  it('are shaded by an afternoon with shadows unless told otherwise', async () => {
    const shading = await shadingOf('shaded');
    expect(shading).toEqual({
      kind: 'shaded',
      shadows: true,
      // 225° from north, 45° high: cos 45° · (sin 225°, cos 225°), sin 45°.
      daylight: {
        toSun: near([-0.5, -0.5, Math.SQRT1_2]),
        sun: [1.23, 1.18, 1.1],
        sky: [0.13, 0.165, 0.222],
        ground: [0.2, 0.2, 0.2],
        exposure: 1,
      },
    });
    expect(await shadingOf('{}')).toEqual(shading);
    expect(await shadingOf('{ sun: { azimuth: 225, elevation: 45 } }')).toEqual({
      ...shading,
      daylight: { ...shading.daylight, toSun: near(shading.daylight.toSun) },
    });
  });

  it('are shaded by the given light', async () => {
    const { daylight, shadows } = await shadingOf(
      '{ sun: { azimuth: 90, elevation: 30, light: [1, 0.5, 0] }, sky: [0, 0, 2], ground: [0, 0, 0], exposure: 3, shadows: false }',
    );
    expect(shadows).toBe(false);
    expect(daylight).toEqual({
      toSun: near([Math.sqrt(0.75), 0, 0.5]),
      sun: [1, 0.5, 0],
      sky: [0, 0, 2],
      ground: [0, 0, 0],
      exposure: 3,
    });
  });

  it('are not in an output whose format was chosen without them, and the log says so', async () => {
    const output = 'output: [ a.las, { file: b.las, pointFormat: 6 }, { file: c.las, pointFormat: 8 }, d.ply ]';
    const lines: string[] = [];
    await load({ colors: 'colors: base', output }, lines);
    expect(lines.filter((line) => line.includes('colours'))).toEqual([
      'b.las: without rgb: point format 6 has no colours',
    ]);
    lines.length = 0;
    await load({ output }, lines);
    expect(lines.filter((line) => line.includes('colours'))).toEqual([]);
  });

  it.each([
    ['red', 'survey.yaml:5:9: colors: found "red", expected base, shaded, or a map with sun, sky,'],
    ['[base]', 'colors: found a list of 1, expected base, shaded, or a map'],
    ['{ sun: { elevation: -5 } }', 'colors.sun.elevation: found -5, expected a number >= 0 and <= 90 (deg)'],
    ['{ sun: { azimuth: north } }', 'colors.sun.azimuth: found "north", expected a number >= -360 and <= 360 (deg)'],
    ['{ sun: { height: 3 } }', 'colors.sun.height: unknown key;'],
    ['{ sky: 0.5 }', 'colors.sky: found 0.5, expected a list of 3 numbers'],
    ['{ ground: [0, 0, -1] }', 'colors.ground[2]: found -1, expected a number >= 0 and <= 100'],
    ['{ exposure: 0 }', 'colors.exposure: found 0, expected a number > 0'],
    ['{ shadows: soft }', 'colors.shadows: found "soft", expected true or false'],
    ['{ light: lamp }', 'colors.light: found "lamp", expected scanner'],
    ['{ light: scanner, sun: {} }', 'expected light: scanner without sun, sky, ground and shadows'],
    ['{ sum: {} }', 'colors.sum: unknown key; did you mean "sun" or "sky"?'],
  ])('%s is refused', async (colors, message) => {
    expect(await loadFailure(surveyText({ colors: `colors: ${colors}` }))).toContain(message);
  });
});
