import { expect, it } from 'vitest';
import { loadSurvey } from '../../../src/node-surveys.js';
import { expectedAndCounted } from './expected-and-counted.js';

it('expects the points of a run of examples/quickstart.yaml to one percent', async () => {
  const { expected, counted } = await expectedAndCounted(await loadSurvey('examples/quickstart.yaml'));
  expect(counted.points).toBeGreaterThan(1_000_000);
  expect(Math.abs(expected.points / counted.points - 1)).toBeLessThan(0.01);
});
