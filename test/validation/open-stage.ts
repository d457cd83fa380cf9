import type { Scanner } from '../../src/scanner/scanner.js';
import type { Scene } from '../../src/scene/scene.js';
import type { OpenEngine } from '../support/engines.js';
import { scanOn } from '../support/scan.js';
import { preparedSceneOf } from '../support/scenes.js';
import { type RecordOptions, recordOn } from '../support/waveforms.js';
import type { EngineName, Stage } from './row.js';

/** Opens a scene on an engine for the rows of a part. */
export async function openStage(
  name: EngineName,
  scene: Scene,
  open: OpenEngine,
): Promise<Stage & { close(): Promise<void> }> {
  const device = await preparedSceneOf(scene);
  const engine = await open(device.device);
  return {
    engine: name,
    scan: (legs, options) => scanOn(engine, device, scene, legs, options),
    record: (scanner: Scanner, pulses: number, options?: RecordOptions) =>
      recordOn(engine, device, scanner, pulses, options),
    close: () => engine.close(),
  };
}
