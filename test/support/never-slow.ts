type ChunkPaceModule = typeof import('../../src/engine/gpu/chunk-pace.js');

/** The pace of a device that is never slow, however busy this machine is: for vi.mock in tests that count chunks. */
export function neverSlow(module: ChunkPaceModule): ChunkPaceModule {
  class NeverSlow extends module.ChunkPace {
    override learn(pulses: number): void {
      super.learn(pulses, 0);
    }
  }
  return { ...module, ChunkPace: NeverSlow };
}
