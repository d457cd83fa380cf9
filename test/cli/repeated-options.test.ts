import { describe, expect, it } from 'vitest';
import { gatherRepeated } from '../../src/cli/repeated-options.js';

describe('options that may be repeated', () => {
  it.each([
    ['run --assets a survey.xml --assets=b --force', 'run survey.xml --force --assets a b'],
    ['material list --folder a --json --folder b', 'material list --json --folder a b'],
    ['run survey.xml --assets', 'run survey.xml --assets'],
    ['run survey.xml --assets --force', 'run survey.xml --assets --force'],
    ['run survey.yaml --out a --out b', 'run survey.yaml --out a --out b'],
  ])('gathers %s', (given, expected) => {
    expect(gatherRepeated(given.split(' '))).toEqual(expected.split(' '));
  });
});
