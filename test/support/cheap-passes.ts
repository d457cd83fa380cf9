import { vi } from 'vitest';

// Imported before all else: a GPU engine whose passes compile at once, but for those that put points in order, and
// whose chunks are of the size that they are told, however long they take.

vi.mock('../../src/engine/gpu/shader-texts.generated.js', async (original) => {
  const { cheapShaders } = await import('./cheap-shaders.js');
  return cheapShaders(await original());
});
vi.mock('../../src/engine/gpu/chunk-pace.js', async (original) => {
  const { neverSlow } = await import('./never-slow.js');
  return neverSlow(await original());
});
