import { askWorkbench, createWorkbench, failureOf } from 'subray/browser';
import type { NamedFile } from './backend.js';
import { type FromWorker, memoryOf, type ToWorker } from './messages.js';
import { dropFile, keepFile, keptFiles, ownFolder } from './own-disk.js';

const bench = openBench();
const underWay = new Map<number, AbortController>();

async function openBench() {
  const [sources, runs] = await Promise.all([keptFiles(), ownFolder('runs')]);
  return createWorkbench({ sources, runs });
}

const post = (message: FromWorker) => postMessage(message, { transfer: memoryOf(message) });

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'abort') return underWay.get(data.id)?.abort();
  answerTo(data).then(
    (answer) => post({ kind: 'answer', id: data.id, answer }),
    (error: unknown) => post({ kind: 'failure', id: data.id, failure: failureOf(error) }),
  );
});

async function answerTo(message: Exclude<ToWorker, { kind: 'abort' }>): Promise<unknown> {
  if (message.kind === 'ask') return answer(message);
  if (message.kind === 'add') return addFiles(message.files);
  if (message.kind === 'remove') return removeFile(message.name);
  return (await bench).place.runs.file(message.run, message.name);
}

async function answer({ id, name, ask }: Extract<ToWorker, { kind: 'ask' }>): Promise<unknown> {
  const control = new AbortController();
  underWay.set(id, control);
  try {
    const emit = (event: unknown) => post({ kind: 'event', id, event });
    return await askWorkbench(await bench, name, ask as never, { signal: control.signal, emit });
  } finally {
    underWay.delete(id);
  }
}

async function addFiles(files: readonly NamedFile[]): Promise<void> {
  for (const { name, file } of files) {
    await (await bench).addSource(name, file);
    await keepFile(name, file);
  }
}

async function removeFile(name: string): Promise<void> {
  await (await bench).removeSource(name);
  await dropFile(name);
}
