import { expect, it } from 'vitest';
import { AbortedError } from '../../../src/base/errors.js';
import { contentDigest } from '../../../src/simulation/journal/content-digest.js';

const bytes = (...values: number[]) => Uint8Array.from(values);

it('is the same for the same content, whatever the order of keys and the kind of memory', async () => {
  const digest = await contentDigest({ a: 1, b: [bytes(1, 2, 3, 4), 'x'] });
  expect(digest).toMatch(/^[0-9a-f]{64}$/);
  expect(await contentDigest({ b: [bytes(1, 2, 3, 4).buffer, 'x'], a: 1 })).toBe(digest);
  const shared = new Uint8Array(new SharedArrayBuffer(4));
  shared.set([1, 2, 3, 4]);
  expect(await contentDigest({ b: [shared.buffer, 'x'], a: 1 })).toBe(digest);
  expect(await contentDigest({ b: [bytes(0, 1, 2, 3, 4).subarray(1), 'x'], a: 1 })).toBe(digest);
});

it('differs for anything else', async () => {
  const values = [
    {},
    [],
    null,
    undefined,
    '',
    0,
    '0',
    1,
    1 + 2 ** -52,
    true,
    'true',
    Number.NaN,
    { a: 1 },
    { a: '1' },
    { b: 1 },
    { a: 1, b: 1 },
    { a: { b: 1 } },
    [1],
    [[1]],
    ['a\n"b"'],
    ['a', 'b'],
    bytes(),
    bytes(0),
    bytes(0, 0),
    [bytes(0), bytes(0)],
    [bytes(0, 0), bytes()],
  ];
  const digests = await Promise.all(values.map((value) => contentDigest(value)));
  expect(new Set(digests).size).toBe(values.length);
});

it('sees a byte in any block of large memory', async () => {
  const large = new Uint8Array(2 ** 24 + 10);
  const digests = [await contentDigest(large)];
  for (const at of [0, 2 ** 24 - 1, 2 ** 24, 2 ** 24 + 9]) {
    const changed = large.slice();
    changed[at] = 1;
    digests.push(await contentDigest(changed));
  }
  expect(new Set(digests).size).toBe(5);
});

it('can be stopped, and takes no functions', async () => {
  await expect(contentDigest(bytes(1), AbortSignal.abort())).rejects.toThrow(AbortedError);
  await expect(contentDigest({ a: () => 1 })).rejects.toThrow('a function has no content');
});
