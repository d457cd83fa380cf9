import { inflateBase64 } from '../inflate-base64.js';

/** A decoder in WebAssembly as written by scripts/generate-decoders.mjs. */
interface EmbeddedDecoder {
  /** Base64 of the deflated binary. */
  WASM: string;
  /** Emscripten's function that starts it. */
  start(options: object): Promise<unknown>;
}

/**
 * A decoder that is loaded and started on first use. A failed call may leave its memory in any state, so the next call
 * gets a new decoder; the binary is compiled once.
 */
export class Decoder<Module> {
  private readonly load: () => Promise<EmbeddedDecoder>;
  private compiled: Promise<{ decoder: EmbeddedDecoder; binary: WebAssembly.Module }> | undefined;
  private running: Promise<Module> | undefined;

  constructor(load: () => Promise<EmbeddedDecoder>) {
    this.load = load;
  }

  /** Starts the decoder; returns a function that calls it synchronously and returns the result. */
  async open(): Promise<<Result>(work: (decoder: Module) => Result) => Result> {
    this.running ??= this.start(MEMORY_MAX);
    const decoder = await this.running;
    return (work) => {
      try {
        return work(decoder);
      } catch (error) {
        this.running = undefined;
        throw error;
      }
    };
  }

  /** A decoder for the sole use of the caller, whose memory cannot grow beyond `memoryMax` bytes. */
  async start(memoryMax: number): Promise<Module> {
    this.compiled ??= this.compile();
    const { decoder, binary } = await this.compiled;
    const silent = { print: () => {}, printErr: () => {}, locateFile: (name: string) => name };
    return (await decoder.start({ ...silent, instantiateWasm: instantiator(binary, memoryMax) })) as Module;
  }

  private async compile(): Promise<{ decoder: EmbeddedDecoder; binary: WebAssembly.Module }> {
    const decoder = await this.load();
    return { decoder, binary: await WebAssembly.compile(await inflateBase64(decoder.WASM)) };
  }
}

type Receive = (instance: Pick<WebAssembly.Instance, 'exports'>) => void;

/** Emscripten's hook for programs that have the binary already. */
const instantiator =
  (binary: WebAssembly.Module, memoryMax: number) => (imports: WebAssembly.Imports, receive: Receive) => {
    WebAssembly.instantiate(binary, imports).then(({ exports }) => {
      const limited = Object.entries(exports).map(([name, value]) => [
        name,
        value instanceof WebAssembly.Memory ? new LimitedMemory(value, memoryMax) : value,
      ]);
      receive({ exports: Object.fromEntries(limited) });
    });
    return {};
  };

/** Memory of a shared decoder: the largest image (256 MiB as RGBA) and its decoding. */
const MEMORY_MAX = 1 << 30;
const PAGE_BYTES = 1 << 16;

/**
 * A memory that refuses to grow beyond a limit, since a damaged file may request any amount; Emscripten then reports a
 * failed allocation.
 */
class LimitedMemory {
  private readonly memory: WebAssembly.Memory;
  private readonly most: number;

  constructor(memory: WebAssembly.Memory, most: number) {
    this.memory = memory;
    this.most = most;
  }

  get buffer(): ArrayBuffer {
    return this.memory.buffer;
  }

  grow(pages: number): number {
    if (this.buffer.byteLength + pages * PAGE_BYTES > this.most)
      throw new RangeError('more memory than any file needs');
    return this.memory.grow(pages);
  }
}
