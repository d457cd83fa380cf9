import { describe, expect, it } from 'vitest';
import type { PackedPoints } from '../../src/cloud/display/packed-points.js';
import { TestStudio } from './studio.js';

const studio = await TestStudio.open();

const cloud = { file: 'posts.xyz' };
const put = (count: number) =>
  studio.api('source/posts.xyz', {
    method: 'PUT',
    body: Array.from({ length: count }, (_, k) => `${k} ${k % 7} ${k / 10}`).join('\n'),
  });

async function shown(chunks?: { first: number; count: number }[]): Promise<PackedPoints[]> {
  const { events, failure } = await studio.ask('cloud', { cloud, ...(chunks && { chunks }) });
  if (failure) throw new Error(String(failure.message));
  return events.flatMap(({ kind, chunk }) => (kind === 'points' ? [chunk as PackedPoints] : []));
}

describe('a cloud that was dropped', () => {
  it('comes again in the chunks that were drawn, although they are fewer than at once', async () => {
    await put(300);
    const whole = await shown();
    expect(whole.map(({ first, count }) => [first, count])).toEqual([[0, 300]]);
    const chunks = [{ first: 0, count: 120 }, { first: 250, count: 50 }]; // biome-ignore format: chunks
    const some = await shown(chunks);
    expect(some.map(({ first, count }) => ({ first, count }))).toEqual(chunks);
    expect(some.map(({ bounds }) => [bounds.min[0], bounds.max[0]])).toEqual([[0, 119], [250, 299]]); // biome-ignore format: x
  });

  it('has no chunks behind its end', async () => {
    await put(300);
    await expect(shown([{ first: 200, count: 101 }])).rejects.toThrow('found chunks up to point 301, expected 300');
  });

  it('is read anew when it is dropped again', async () => {
    await put(2);
    expect((await studio.ask('cloudInfo', { cloud })).answer?.pointCount).toBe(2);
    await put(3);
    expect((await studio.ask('cloudInfo', { cloud })).answer?.pointCount).toBe(3);
  });
});
