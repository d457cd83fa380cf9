import { describe, expect, it } from 'vitest';
import { UserError } from '../../../src/base/errors.js';
import { createWebFiles } from '../../../src/base/files/web-files.js';
import { readTrajectory } from '../../../src/platform/read/read-trajectory.js';

/** The warnings of reading a table of poses, or the message that it ends with. */
async function reading(text: string): Promise<string[] | string> {
  const warnings: string[] = [];
  const log = { info: () => {}, warn: (message: string) => void warnings.push(message) };
  try {
    await readTrajectory('way.csv', { files: createWebFiles({ sources: { 'way.csv': text } }), log });
    return warnings;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return error.format();
  }
}

describe('a recording with absurd numbers', () => {
  it.each([
    [
      'a coordinate',
      'time,x,y,z\n0,0,0,0\n1,1e308,0,0\n',
      'way.csv:3: found the coordinate 1e+308, expected at most 100000000',
    ],
    ['a height', 'time,x,y,z\n0,0,0,-2e8\n1,0,0,0\n', 'way.csv:2: found the coordinate -200000000'],
    [
      'a heading',
      'time,x,y,heading\n0,0,0,0\n1,1,0,1e300\n',
      'way.csv:3: heading: found 1e+300, expected an angle of at most',
    ],
  ])('is refused for %s, with its line', async (_name, text, message) => {
    expect(await reading(text)).toContain(message);
  });

  it('is warned of for its speed', async () => {
    expect(await reading('time,x,y,z\n0,0,0,0\n0.01,10,0,0\n0.02,1e6,0,0\n')).toEqual([
      'way.csv: a speed of 100000000 m/s after 0.01 s, faster than any platform; check the times and the units of the positions',
    ]);
  });

  it('may be a satellite, or a heading that counts turns', async () => {
    expect(await reading('time,x,y,z,heading\n0,0,0,0,0\n1,7600,0,0,36000\n')).toEqual([]);
  });
});
