import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { AnswerOf } from 'subray/browser';
import { inPageWords } from '../backend/page-words.js';
import type { Studio } from '../state/studio.js';
import { CommandLine } from './command-line.js';

type Engines = AnswerOf<'engines'>;

/** The engine of the next runs, and the command that runs the survey elsewhere. */
export function RunMenuContent({ studio }: { studio: Studio }) {
  const { engine, clouds, backend } = studio;
  const isWorker = backend.kind === 'worker';
  const gpu = useGpu(studio);
  const took = clouds.lastDevice.value;
  const abouts = {
    auto: took ? `took ${took}, last time` : 'the GPU if there is one, else the CPU',
    cpu:
      isWorker && !crossOriginIsolated ? 'one thread: this page may not share memory' : 'WebAssembly, in all threads',
    gpu: aboutGpu(gpu, isWorker),
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
              disabled={id === 'gpu' && !(gpu && 'name' in gpu)}
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

/** The GPU of runs, once it is known; where there is none, a choice of it is taken back. */
function useGpu(studio: Studio): Engines['gpu'] | undefined {
  const { backend, engine } = studio;
  const found = useSignal<Engines['gpu'] | undefined>(undefined);
  useEffect(() => {
    backend.ask('engines', {}).then(
      ({ gpu }) => {
        found.value = gpu;
        if ('missing' in gpu && engine.value === 'gpu') engine.value = 'auto';
      },
      (error) => studio.messages.fail(error),
    );
  }, [studio, backend, engine, found]);
  return found.value;
}

function aboutGpu(gpu: Engines['gpu'] | undefined, isWorker: boolean): string {
  if (gpu === undefined) return 'looking for one …';
  if ('name' in gpu) return gpu.name;
  return isWorker && !isSecureContext ? 'WebGPU needs https' : inPageWords(gpu.missing);
}

const ENGINES = [
  { id: 'auto', name: 'Automatic' },
  { id: 'cpu', name: 'CPU' },
  { id: 'gpu', name: 'GPU' },
] as const;
