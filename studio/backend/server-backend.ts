import {
  type AnswerOf,
  type AskOf,
  decodeWire,
  type EventOf,
  encodeWhole,
  type Failure,
  FrameReader,
  type OperationName,
} from 'subray/browser';
import { type AskOptions, type Backend, BackendError, type FileChange, type NamedFile } from './backend.js';
import { ServerDocument } from './server-document.js';
import { ServerEvents } from './server-events.js';
import { ServerLine } from './server-line.js';

/** The backend of a page that a server has sent: the server does the work. */
export class ServerBackend implements Backend {
  readonly kind = 'server';
  readonly document: ServerDocument | undefined;
  private readonly line: ServerLine;
  private readonly events: ServerEvents;

  /** `hasDocument`: whether the server was started with a survey file. */
  constructor(token: string, hasDocument: boolean) {
    this.line = new ServerLine(token);
    this.events = new ServerEvents(this.line);
    if (hasDocument) this.document = new ServerDocument(this.line, this.events);
  }

  async ask<Name extends OperationName>(
    name: Name,
    ask: AskOf<Name>,
    { signal, onEvent }: AskOptions<EventOf<Name>> = {},
  ): Promise<AnswerOf<Name>> {
    const response = await this.line.send(`ask/${name}`, { method: 'POST', body: encodeWhole(ask), signal });
    const reader = new FrameReader();
    let answer: { value: unknown } | undefined;
    // To its end, since hanging up aborts what is asked for.
    for await (const piece of this.line.piecesOf(response, signal))
      for (const { kind, content } of reader.take(piece)) {
        const value = decodeWire(content);
        if (kind === 'event') onEvent?.(value as EventOf<Name>);
        else if (kind === 'answer') answer = { value };
        else throw new BackendError(value as Failure);
      }
    if (answer !== undefined) return answer.value as AnswerOf<Name>;
    throw new BackendError({ kind: 'program', message: 'the server ended before its answer was complete' });
  }

  async addFiles(files: readonly NamedFile[]): Promise<void> {
    for (const { name, file } of files)
      await this.line.send(`source/${encodePath(name)}`, { method: 'PUT', body: file });
  }

  async addedFiles(): Promise<string[]> {
    return (await this.line.send('source')).json();
  }

  async removeFile(name: string): Promise<void> {
    await this.line.send(`source/${encodePath(name)}`, { method: 'DELETE' });
  }

  onFilesChanged(listener: (changes: readonly FileChange[]) => void): () => void {
    return this.events.on<{ changes: FileChange[] }>('files', ({ changes }) => listener(changes));
  }

  async file(run: string, name: string): Promise<Blob> {
    return (await this.line.send(`file/${encodePath(`${run}/${name}`)}`)).blob();
  }

  /** Copies the outputs of a run to where its survey names them: see Backend. */
  async saveOutputs(run: string, { force = false } = {}): Promise<{ saved: string[] } | { exist: string[] }> {
    const body = encodeWhole({ run, force });
    const response = await this.line.send('save', { method: 'POST', body, expected: [409] });
    const answer = await response.json();
    if ('saved' in answer || 'exist' in answer) return answer;
    throw new BackendError(answer as Failure);
  }
}

const encodePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/');
