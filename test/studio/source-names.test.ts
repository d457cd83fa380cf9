import { expect, it } from 'vitest';
import { namesOfSources } from '../../studio/state/source-names.js';
import { Tally } from '../../studio/state/tally.js';

function cloudWith(ids: readonly number[], sources: { id: number; name: string }[]) {
  const tally = new Tally();
  for (const id of ids) tally.sources[id] = 5;
  return { tally, sources };
}

it('sources are called as when each cloud was scanned, by all names where clouds differ, and files have numbers alone', () => {
  const before = cloudWith([1, 2], [{ id: 1, name: 'West' }, { id: 2, name: 'pavement' }, { id: 3, name: 'unused' }]); // biome-ignore format: sources
  const after = cloudWith([1, 2], [{ id: 1, name: 'yard' }, { id: 2, name: 'pavement' }]); // biome-ignore format: sources
  expect([...namesOfSources([before])]).toEqual([[1, 'West'], [2, 'pavement']]); // biome-ignore format: names
  expect([...namesOfSources([before, after])]).toEqual([[1, 'West / yard'], [2, 'pavement']]); // biome-ignore format: names
  expect([...namesOfSources([cloudWith([7], [])])]).toEqual([[7, 'source 7']]);
});
