import { expect, it, vi } from 'vitest';
import { newStudio } from '../../../support/new-studio.js';

/** A studio for texts such as `a` and `a, lacks`, whose scenes have these names; which of them it had read. */
function openStudio() {
  const read: string[] = [];
  const ask = async (
    name: string,
    { text }: { text: string },
    { onEvent }: { onEvent?(event: unknown): void } = {},
  ) => {
    const lacksParts = text.includes('lacks');
    if (name === 'check')
      return { faults: lacksParts ? [{ message: 'odd' }] : [], sceneKey: text, ...(lacksParts && { lacksParts }) };
    if (name !== 'scene') return new Promise(() => {});
    read.push(text);
    onEvent?.({ kind: 'scene', view: {}, parts: [], warnings: [], faults: [], lacksParts });
    return { faults: [] };
  };
  const studio = newStudio({ ask });
  const shows = async (text: string) => {
    if (studio.isOpen.value) studio.document.type(text);
    else studio.document.open(text);
    await vi.waitFor(() => expect(studio.checked.value.sceneKey).toBe(text));
    const { sceneLoading, isEarlier } = studio;
    return [sceneLoading.drawn.value?.key, sceneLoading.isPartly.value, isEarlier.value];
  };
  return { read, shows };
}

it('draws the parts of a scene that are sound where nothing else is drawn, and keeps a whole one', async () => {
  const { read, shows } = openStudio();
  expect(await shows('a, lacks')).toEqual(['a, lacks', true, false]);
  expect(await shows('b, lacks')).toEqual(['b, lacks', true, false]);
  expect(await shows('a')).toEqual(['a', false, false]);
  expect(await shows('a, lacks')).toEqual(['a', false, true]);
  expect(await shows('a')).toEqual(['a', false, false]);
  expect(read).toEqual(['a, lacks', 'b, lacks', 'a']);
});
