import { describe, expect, it } from 'vitest';
import { convertTiny, type TinySurvey, tinyLeg } from './moving-survey.js';

const LEGS = 200;

const tiny = (survey: string, more = ''): TinySurvey => ({
  survey: `platform="p" ${survey}`,
  platform: `<platform id="p" type="static">${more}</platform>`,
  legs: tinyLeg('x="10" y="20" z="30"').replace('<leg>', '<leg maxDuration_s="1">').repeat(LEGS),
});

async function places(survey: string): Promise<number[][]> {
  const { value } = await convertTiny(tiny(survey));
  return (value.legs as { position: number[] }[]).map(({ position }) => position);
}

describe('legRandomOffset of HELIOS++', () => {
  const asked = 'legRandomOffset="true" legRandomOffsetMean="1" legRandomOffsetStdev="0.5"';

  it('moves every leg by normal numbers that follow from the seed', async () => {
    const moved = await places(`${asked} seed="7"`);
    const offsets = moved.flatMap(([x, y, z]) => [x - 10, y - 20, z - 30]);
    const mean = offsets.reduce((sum, value) => sum + value, 0) / offsets.length;
    const deviation = Math.sqrt(offsets.reduce((sum, value) => sum + (value - mean) ** 2, 0) / offsets.length);
    // Within four standard errors of 600 draws.
    expect(Math.abs(mean - 1)).toBeLessThan((4 * 0.5) / Math.sqrt(600));
    expect(Math.abs(deviation - 0.5)).toBeLessThan((4 * 0.5) / Math.sqrt(1200));
    expect(await places(`${asked} seed="7"`)).toEqual(moved);
    expect(await places(`${asked} seed="8"`)).not.toEqual(moved);
  });

  it('moves none unless it is asked to', async () => {
    expect(new Set((await places('legRandomOffsetStdev="0.5"')).flat())).toEqual(new Set([10, 20, 30]));
  });
});

describe('noise of a platform of HELIOS++', () => {
  it('is left out with a warning that names it', async () => {
    const warnings: string[] = [];
    const log = { info: () => {}, warn: (message: string) => warnings.push(message) };
    const noise = '<positionXNoise stdev="0.02"/><attitudeZNoise type="UNIFORM" min="-0.003" max="0.003"/>';
    const { quirks } = await convertTiny(tiny('', noise), { log });
    const found = warnings.filter((message) => message.includes('noise of the platform'));
    expect(found).toHaveLength(1);
    expect(found[0]).toContain('(positionXNoise 0.02 m, attitudeZNoise 0.00173 rad)');
    expect(quirks.map(({ quirk }) => quirk)).toContain(10);
  });

  it('that is none is not named', async () => {
    const { quirks } = await convertTiny(tiny('', '<positionXNoise stdev="0"/>'));
    expect(quirks.map(({ quirk }) => quirk)).not.toContain(10);
  });
});
