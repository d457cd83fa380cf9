import { type BackendDocument, BackendError, DocumentChangedError, type FoundDocument } from './backend.js';
import type { ServerEvents } from './server-events.js';
import type { ServerLine } from './server-line.js';

const NOT_FOUND = 404;
const PRECONDITION_FAILED = 412;
/** Status of a file that holds no text of a survey. */
const UNPROCESSABLE = 422;

/** The survey file that the server was started with. */
export class ServerDocument implements BackendDocument {
  private readonly line: ServerLine;
  private readonly events: ServerEvents;
  version = '';
  /** True if the last reported version is another. */
  private isOther = false;

  constructor(line: ServerLine, events: ServerEvents) {
    this.line = line;
    this.events = events;
  }

  async look(): Promise<FoundDocument> {
    const response = await this.line.send('document', { expected: [NOT_FOUND, UNPROCESSABLE] });
    const found = { name: nameIn(response), version: versionOf(response) };
    if (response.ok) return { ...found, text: await textIn(response) };
    // A server without the version cannot read the file at all.
    if (found.version === '') throw new BackendError(await response.json());
    const fault = response.status === NOT_FOUND ? undefined : (await response.json()).message;
    return { ...found, text: undefined, fault };
  }

  take({ version }: Pick<FoundDocument, 'version'>): void {
    this.version = version;
    this.isOther = false;
  }

  async save(text: string, { over = this.version }: { over?: string } = {}): Promise<void> {
    // A text that the page has never seen is not overwritten unasked.
    if (over === '') throw new DocumentChangedError('the file was not opened');
    const response = await this.put(text, over);
    if (response.status === PRECONDITION_FAILED) throw new DocumentChangedError((await response.json()).message);
  }

  onChanged(listener: () => void): () => void {
    return this.events.on<{ version: string }>('document', ({ version }) => {
      const isOther = version !== this.version;
      // Also when the file is again what the page has.
      if (isOther || this.isOther) listener();
      this.isOther = isOther;
    });
  }

  private async put(text: string, version: string): Promise<Response> {
    const headers = { 'If-Match': `"${version}"` };
    const response = await this.line.send('document', {
      method: 'PUT',
      headers,
      body: text,
      expected: [PRECONDITION_FAILED],
    });
    if (response.ok) [this.version, this.isOther] = [versionOf(response), false];
    return response;
  }
}

const versionOf = (response: Response): string => response.headers.get('ETag')?.replaceAll('"', '') ?? '';

const nameIn = (response: Response): string =>
  decodeURIComponent(response.headers.get('X-Subray-Name') ?? 'survey.yaml');

/** Unlike response.text(), it keeps a mark at the beginning, which is the user's. */
const textIn = async (response: Response): Promise<string> =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer());
