import type { ServerLine } from './server-line.js';

/** Milliseconds until the page listens again after the line broke. */
const LISTEN_AGAIN_MS = 5000;

/** Events of the server, over one connection that opens with the first listener. */
export class ServerEvents {
  private readonly line: ServerLine;
  private readonly listeners = new Set<{ name: string; hear(data: unknown): void }>();
  private control: AbortController | undefined;

  constructor(line: ServerLine) {
    this.line = line;
  }

  /** Calls `hear` with the data of each event of a name until the function that it gives is called. */
  on<Data>(name: string, hear: (data: Data) => void): () => void {
    const listener = { name, hear: hear as (data: unknown) => void };
    this.listeners.add(listener);
    if (this.control === undefined) {
      this.control = new AbortController();
      void this.listen(this.control.signal);
    }
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size > 0) return;
      this.control?.abort();
      this.control = undefined;
    };
  }

  private async listen(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        for await (const { name, data } of this.events(signal))
          for (const listener of this.listeners) if (listener.name === name) listener.hear(data);
      } catch {
        // The server may be started again.
      }
      await new Promise((resolve) => setTimeout(resolve, LISTEN_AGAIN_MS));
    }
  }

  private async *events(signal: AbortSignal): AsyncGenerator<{ name: string; data: unknown }> {
    const decoder = new TextDecoder();
    let text = '';
    for await (const piece of this.line.piecesOf(await this.line.send('events', { signal }), signal)) {
      const events = (text + decoder.decode(piece, { stream: true })).split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) {
        const [, name, data] = /^event: (\w+)\ndata: (.*)$/.exec(event) ?? [];
        if (name !== undefined) yield { name, data: JSON.parse(data) };
      }
    }
  }
}
