import { AbortedError, askWorkbench, createWorkbench, UserError, type WebSource, type Workbench } from 'subray/browser';
import type { Failure } from './backend.js';
import { type FromWorker, memoryOf, type ToWorker } from './messages.js';
import { runFolder } from './run-folder.js';

const sources = new Map<string, WebSource>();
const root = runFolder();
const bench: Promise<Workbench> = root.then((runs) => createWorkbench({ sources, runs }));
const underWay = new Map<number, AbortController>();

const post = (message: FromWorker) => postMessage(message, { transfer: memoryOf(message) });

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'abort') return underWay.get(data.id)?.abort();
  const answering = data.kind === 'ask' ? answer(data) : file(data);
  answering.then(
    (answer) => post({ kind: 'answer', id: data.id, answer }),
    (error: unknown) => post({ kind: 'failure', id: data.id, failure: failureOf(error) }),
  );
});

async function answer({ id, name, ask }: Extract<ToWorker, { kind: 'ask' }>) {
  const control = new AbortController();
  underWay.set(id, control);
  try {
    const emit = (event: unknown) => post({ kind: 'event', id, event });
    return await askWorkbench(await bench, name, ask as never, { signal: control.signal, emit });
  } finally {
    underWay.delete(id);
  }
}

async function file({ run, name }: Extract<ToWorker, { kind: 'file' }>): Promise<Blob> {
  return (await bench).place.runs.file(run, name);
}

function failureOf(error: unknown): Failure {
  if (error instanceof UserError) return { kind: 'user', message: error.format(), hint: error.hint };
  if (error instanceof AbortedError) return { kind: 'aborted', message: error.message };
  return { kind: 'program', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
