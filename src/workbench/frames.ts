import { WireError } from './wire.js';

/** A frame of an answer, a message each (see wire.ts). */
const FRAME_KINDS = Object.freeze({ event: 1, answer: 2, failure: 3 });
export type WireFrameKind = keyof typeof FRAME_KINDS;

/** Bytes before the content of a frame: u32 kind, u32 length, little-endian. */
export const FRAME_HEAD_BYTES = 8;

export interface WireFrame {
  kind: WireFrameKind;
  content: Uint8Array;
}

/** The bytes before a content of `length` bytes. */
export function frameHead(kind: WireFrameKind, length: number): Uint8Array<ArrayBuffer> {
  const head = new Uint8Array(FRAME_HEAD_BYTES);
  const view = new DataView(head.buffer);
  view.setUint32(0, FRAME_KINDS[kind], true);
  view.setUint32(4, length, true);
  return head;
}

/** Puts the pieces of a stream together to frames. */
export class FrameReader {
  private readonly bytesMax: number;
  private readonly head = new Uint8Array(FRAME_HEAD_BYTES);
  private headFilled = 0;
  private kind: WireFrameKind = 'event';
  private content: Uint8Array | undefined;
  private filled = 0;

  /** `bytesMax` is the most that a frame may hold; absent: all that it can. */
  constructor(bytesMax: number = 2 ** 32) {
    this.bytesMax = bytesMax;
  }

  /** True if a frame has begun that is not complete. */
  get isWithin(): boolean {
    return this.headFilled > 0;
  }

  /** Takes the next piece of the stream. Returns the frames that it completes. Throws WireError for anything else. */
  *take(piece: Uint8Array): Generator<WireFrame> {
    for (let rest = piece; rest.length > 0; ) {
      rest = this.content === undefined ? this.takeHead(rest) : this.takeContent(rest, this.content);
      if (this.content === undefined || this.filled < this.content.length) continue;
      yield { kind: this.kind, content: this.content };
      this.content = undefined;
      this.headFilled = 0;
    }
  }

  private takeHead(bytes: Uint8Array): Uint8Array {
    const part = bytes.subarray(0, FRAME_HEAD_BYTES - this.headFilled);
    this.head.set(part, this.headFilled);
    this.headFilled += part.length;
    if (this.headFilled === FRAME_HEAD_BYTES) this.begin();
    return bytes.subarray(part.length);
  }

  private begin(): void {
    const view = new DataView(this.head.buffer);
    const number = view.getUint32(0, true);
    const kind = (Object.keys(FRAME_KINDS) as WireFrameKind[]).find((name) => FRAME_KINDS[name] === number);
    const length = view.getUint32(4, true);
    if (kind === undefined) throw new WireError(`there is no frame of the kind ${number}`);
    if (length > this.bytesMax) throw new WireError(`a frame of ${length} bytes is longer than ${this.bytesMax} bytes`);
    this.kind = kind;
    this.content = new Uint8Array(length);
    this.filled = 0;
  }

  private takeContent(bytes: Uint8Array, content: Uint8Array): Uint8Array {
    const part = bytes.subarray(0, content.length - this.filled);
    content.set(part, this.filled);
    this.filled += part.length;
    return bytes.subarray(part.length);
  }
}
