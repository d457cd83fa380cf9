import type { AnswerOf, AskOf, EventOf, OperationName } from 'subray/browser';
import { type AskOptions, type Backend, BackendError, type NamedFile } from './backend.js';
import type { FromWorker, ToWorker } from './messages.js';
import { keptNames } from './own-disk.js';

/** A question that waits for its answer. */
interface Waiting {
  resolve(answer: never): void;
  reject(error: unknown): void;
  onEvent?(event: never): void;
}

/** The backend of a page on its own: a worker does the work. */
export class WorkerBackend implements Backend {
  readonly kind = 'worker';
  private readonly worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  private readonly waiting = new Map<number, Waiting>();
  private questions = 0;

  constructor() {
    this.worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.hear(data);
    this.worker.onerror = ({ message }) => this.failAll(message || 'the worker could not be loaded');
  }

  ask<Name extends OperationName>(
    name: Name,
    ask: AskOf<Name>,
    { signal, onEvent }: AskOptions<EventOf<Name>> = {},
  ): Promise<AnswerOf<Name>> {
    return this.send((id) => ({ kind: 'ask', id, name, ask }), { signal, onEvent });
  }

  addFiles(files: readonly NamedFile[]): Promise<void> {
    return this.send((id) => ({ kind: 'add', id, files }), {});
  }

  addedFiles(): Promise<string[]> {
    return keptNames();
  }

  removeFile(name: string): Promise<void> {
    return this.send((id) => ({ kind: 'remove', id, name }), {});
  }

  file(run: string, name: string): Promise<Blob> {
    return this.send((id) => ({ kind: 'file', id, run, name }), {});
  }

  private send<Answer>(
    messageOf: (id: number) => ToWorker,
    { signal, onEvent }: { signal?: AbortSignal; onEvent?(event: never): void },
  ): Promise<Answer> {
    const id = ++this.questions;
    const abort = () => this.post({ kind: 'abort', id });
    signal?.addEventListener('abort', abort, { once: true });
    return new Promise<Answer>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, onEvent });
      this.post(messageOf(id));
      if (signal?.aborted) abort();
    }).finally(() => {
      this.waiting.delete(id);
      signal?.removeEventListener('abort', abort);
    });
  }

  private post(message: ToWorker): void {
    this.worker.postMessage(message);
  }

  private hear(message: FromWorker): void {
    const waiting = this.waiting.get(message.id);
    if (message.kind === 'event') waiting?.onEvent?.(message.event as never);
    else if (message.kind === 'answer') waiting?.resolve(message.answer as never);
    else waiting?.reject(new BackendError(message.failure));
  }

  private failAll(message: string): void {
    for (const { reject } of this.waiting.values()) reject(new BackendError({ kind: 'program', message }));
  }
}
