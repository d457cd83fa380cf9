import { expect, it } from 'vitest';
import type { NamedEdit } from '../../../studio/document/named-edit.js';
import { SurveyText } from '../../../studio/document/survey-text.js';
import type { Studio } from '../../../studio/state/studio.js';
import { followGround, pathHeight, setPathHeight } from '../../../studio/tools/path-height.js';

const SOURCE = 'legs: [{ path: [[0, 0, 0], [60, 0, 1], [200, 0, 0]], speed: 1 }]\n';
const POINTS = [[0, 0, 0], [60, 0, 1], [200, 0, 0]] as const; // biome-ignore format: points

/** A hill at x = 30; there is no ground beyond x = 100. */
const groundAt = (x: number): number => (x > 100 ? Number.NaN : 5 * Math.exp(-(((x - 30) / 10) ** 2)));

/** A studio with a survey, whose edits are noted. */
function studioWith(source: string) {
  const survey = { current: new SurveyText(source) };
  const edits: string[] = [];
  const told: string[] = [];
  const pointGround = Float64Array.from(POINTS, ([x]) => groundAt(x));
  const platform = Float64Array.of(1, 1);
  const heights = { along: platform, platform, ground: Float64Array.of(0, 5), points: POINTS, pointGround };
  const studio = {
    document: { get survey() { return survey.current; } }, // biome-ignore format: a getter
    text: { get value() { return survey.current.text; } }, // biome-ignore format: a getter
    profile: { heights: { value: heights } },
    messages: { warn: (message: string) => told.push(message), report: (message: string) => told.push(message) },
    backend: {
      ask: async (_: string, { places }: { places: number[] }) => ({
        ground: Float64Array.from({ length: places.length / 2 }, (_, k) => groundAt(places[2 * k])),
      }),
    },
    edit: (make: (text: SurveyText) => NamedEdit) => {
      const { name, patches } = make(survey.current);
      edits.push(name);
      survey.current = survey.current.apply(patches);
    },
  };
  return { studio: studio as never as Studio, edits, told, text: () => survey.current.text };
}

it('tells how high the points of a path are above the ground, and how far it is off between them', () => {
  const { studio } = studioWith(SOURCE);
  const heights = studio.profile.heights.value;
  if (!heights) throw new Error('they are there');
  const found = pathHeight(POINTS, heights);
  expect(found).toMatchObject({ groundless: 1 });
  expect(found?.low).toBeCloseTo(0, 2);
  expect(found?.high).toBeCloseTo(1, 2);
  expect(found?.off).toBeCloseTo(4, 2);
  expect(pathHeight([[0, 1, 0], ...POINTS.slice(1)], heights)).toBeUndefined();
});

it('puts a path above the ground as one step, and tells of points without ground', () => {
  const { studio, edits, told, text } = studioWith(SOURCE);
  setPathHeight(studio, 0, 2);
  expect(text()).toBe(SOURCE.replace('[0, 0, 0], [60, 0, 1]', '[0, 0, 2.001], [60, 0, 2.001]'));
  expect(edits).toEqual(['Set the height of leg 1 above ground']);
  expect(told).toEqual(['1 of 3 points: no ground is below, so they stay where they are.']);
});

it('adds points over a hill as one step, and none where it is right already', async () => {
  const { studio, edits, told, text } = studioWith(SOURCE);
  setPathHeight(studio, 0, 2);
  await followGround(studio, 0, 2);
  expect(edits.slice(1)).toEqual(['Follow the ground with leg 1']);
  const added = [...text().matchAll(/\[(\d[\d.]*), 0, ([\d.]+)\]/g)].map(([, x, z]) => [Number(x), Number(z)]);
  expect(added.length).toBeGreaterThan(5);
  for (const [x, z] of added) if (x <= 100) expect(Math.abs(z - groundAt(x) - 2)).toBeLessThan(0.002);
  await followGround(studio, 0, 2);
  expect(edits).toHaveLength(2);
  expect(told.at(-1)).toMatch(/^No ground is known below 100 of 200 m of the path, /);
});
