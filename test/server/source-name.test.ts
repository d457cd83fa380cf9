import { describe, expect, it } from 'vitest';
import { faultOfSourceName } from '../../src/server/source-name.js';

describe('the name of a file that a page adds', () => {
  it.each(['house.obj', "models/ä ö'# {x}.obj", 'a&b; c.obj', 'x'.repeat(255)])('can be %s', (name) => {
    expect(faultOfSourceName(name)).toBeUndefined();
  });

  it.each([
    [`ä ö'"#: {x}.obj`, `ä ö'"#: {x}.obj: the name of a file may not contain " or :; rename the file`],
    ['a*?<>|\\b', 'a*?<>|\\b: the name of a file may not contain * or ? or < or > or | or \\; rename the file'],
    ['a\u0000\nb', 'a\u0000\nb: the name of a file may not contain a control character; rename the file'],
    ['a/.b/c', 'a/.b/c: the name of a file or a folder may not begin with a dot; rename it'],
    ['a.', 'a.: the name of a file or a folder may not end with a dot or a space; rename it'],
    ['a//b', "a//b: this is no path of a file below the survey's folder; name it as in models/house.obj"],
    [
      `${'ä'.repeat(150)}.obj`,
      `${'ä'.repeat(60)}…: the name takes 304 bytes, at most 255 are possible; give the file a shorter name`,
    ],
    [
      `${'folder/'.repeat(80)}a.obj`,
      `${'folder/'.repeat(9).slice(0, 60)}…: the path has 565 characters, at most 500 are possible; shorten the names of its folders`,
    ],
  ])('is refused with what is wrong with it: %j', (name, fault) => {
    expect(faultOfSourceName(name)).toBe(fault);
  });
});
