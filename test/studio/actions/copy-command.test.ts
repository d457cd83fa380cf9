import { describe, expect, it } from 'vitest';
import { runCommand } from '../../../studio/actions/copy-command.js';

describe('the command for another machine', () => {
  it.each([
    ['street.yaml', 'auto', 'subray run street.yaml'],
    ['street.yaml', 'gpu', 'subray run street.yaml --engine gpu'],
    ["Anna's street.yaml", 'cpu', "subray run './Anna'\\''s street.yaml' --engine cpu"],
    ['-v.yaml', 'auto', "subray run './-v.yaml'"],
  ] as const)('for %s on %s is %s', (file, engine, command) => {
    expect(runCommand(file, engine)).toBe(command);
  });
});
