import type { Studio } from '../state/studio.js';
import { CommandLine } from './command-line.js';

/** The engine of the next runs, and the command that runs the survey elsewhere. */
export function RunMenuContent({ studio }: { studio: Studio }) {
  const { engine, clouds, backend } = studio;
  const isWorker = backend.kind === 'worker';
  const hasGpu = !isWorker || 'gpu' in navigator;
  const took = clouds.lastDevice.value;
  const abouts = {
    auto: took ? `took ${took}, last time` : 'the GPU if there is one, else the CPU',
    cpu:
      isWorker && !crossOriginIsolated ? 'one thread: this page may not share memory' : 'WebAssembly, in all threads',
    gpu: hasGpu ? 'WebGPU' : isSecureContext ? 'this browser has no WebGPU' : 'WebGPU needs https',
  };
  return (
    <>
      <fieldset class="engines">
        <legend>Engine</legend>
        {ENGINES.map(({ id, name }) => (
          <label key={id}>
            <input
              type="radio"
              name="engine"
              checked={engine.value === id}
              disabled={id === 'gpu' && !hasGpu}
              onChange={() => {
                engine.value = id;
              }}
            />
            <span>{name}</span>
            <span class="quiet">{abouts[id]}</span>
          </label>
        ))}
      </fieldset>
      <section class="elsewhere">
        <h2>On a big machine</h2>
        <p class="quiet">Run the saved survey there, beside the files that it names.</p>
        <CommandLine studio={studio} />
      </section>
    </>
  );
}

const ENGINES = [
  { id: 'auto', name: 'Automatic' },
  { id: 'cpu', name: 'CPU' },
  { id: 'gpu', name: 'GPU' },
] as const;
