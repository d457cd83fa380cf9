import { describe, expect, it } from 'vitest';
import { namesOfClasses, namesOfSources } from '../../../../studio/state/clouds/cloud-names.js';
import { Tally } from '../../../../studio/state/clouds/tally.js';

function cloudWith(
  ids: readonly number[],
  { sources = [], classes = {} }: { sources?: { id: number; name: string }[]; classes?: Record<number, string> },
) {
  const tally = new Tally();
  for (const id of ids) {
    tally.sources[id] = 5;
    tally.classes[id] = 5;
  }
  return { tally, sources, classes };
}

describe('clouds', () => {
  it('call their sources as when each was scanned, by all names where clouds differ, and by numbers where there are none', () => {
    const before = cloudWith([1, 2], { sources: [{ id: 1, name: 'West' }, { id: 2, name: 'pavement' }, { id: 3, name: 'unused' }] }); // biome-ignore format: sources
    const after = cloudWith([1, 2], { sources: [{ id: 1, name: 'yard' }, { id: 2, name: 'pavement' }] }); // biome-ignore format: sources
    expect([...namesOfSources([before])]).toEqual([[1, 'West'], [2, 'pavement']]); // biome-ignore format: names
    expect([...namesOfSources([before, after])]).toEqual([[1, 'West / yard'], [2, 'pavement']]); // biome-ignore format: names
    expect([...namesOfSources([cloudWith([7], {})])]).toEqual([[7, 'source 7']]);
  });

  it('call their classes as the survey did that each was scanned with', () => {
    const street = cloudWith([2, 64], { classes: { 2: 'Ground', 64: 'Vehicle', 65: 'Kerb' } });
    const other = cloudWith([64], { classes: { 64: 'Bench' } });
    expect([...namesOfClasses([street])]).toEqual([[2, 'Ground'], [64, 'Vehicle']]); // biome-ignore format: names
    expect([...namesOfClasses([street, other])]).toEqual([[2, 'Ground'], [64, 'Vehicle / Bench']]); // biome-ignore format: names
    expect([...namesOfClasses([cloudWith([64], {})])]).toEqual([[64, 'user class 64']]);
  });
});
