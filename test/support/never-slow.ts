type ChunkPaceModule = typeof import('../../src/engine/gpu/chunk-pace.js');

/**
 * The pace of a device that is never slow, however busy this machine is: to be given to vi.mock
 * where chunks are counted.
 */
export function neverSlow(module: ChunkPaceModule): ChunkPaceModule {
  class NeverSlow extends module.ChunkPace {
    override learn(pulses: number): void {
      super.learn(pulses, 0);
    }
  }
  return { ...module, ChunkPace: NeverSlow };
}
