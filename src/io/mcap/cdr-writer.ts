/** First bytes of a message: plain CDR, little endian, no options (OMG DDSI-RTPS 2.5, 10.2). */
const ENCAPSULATION = Uint8Array.of(0, 1, 0, 0);
const FIRST_BYTES = 1024;

/**
 * Builds a message in CDR (OMG CORBA 3.4, part 2, 9.3), little endian: numbers at multiples of their size, counted from
 * the end of the four-byte header; texts and lists begin with their length.
 */
export class CdrWriter {
  private bytes = new Uint8Array(FIRST_BYTES);
  private view = new DataView(this.bytes.buffer);
  private at = ENCAPSULATION.length;

  constructor() {
    this.bytes.set(ENCAPSULATION);
  }

  /** The message; the writer must not be used further. */
  finish(): Uint8Array {
    return this.bytes.subarray(0, this.at);
  }

  u8(value: number): this {
    const at = this.place(1);
    this.view.setUint8(at, value);
    return this;
  }

  i32(value: number): this {
    const at = this.place(4);
    this.view.setInt32(at, value, true);
    return this;
  }

  u32(value: number): this {
    const at = this.place(4);
    this.view.setUint32(at, value, true);
    return this;
  }

  u64(value: bigint): this {
    const at = this.place(8);
    this.view.setBigUint64(at, value, true);
    return this;
  }

  f32(value: number): this {
    const at = this.place(4);
    this.view.setFloat32(at, value, true);
    return this;
  }

  f64(value: number): this {
    const at = this.place(8);
    this.view.setFloat64(at, value, true);
    return this;
  }

  /** A text, with a zero behind it. */
  text(value: string): this {
    const encoded = new TextEncoder().encode(value);
    this.u32(encoded.length + 1).raw(encoded);
    return this.u8(0);
  }

  /** A list of bytes, of which each element is the next part. */
  blob(parts: readonly Uint8Array[]): this {
    this.u32(parts.reduce((sum, { length }) => sum + length, 0));
    return this.elements(parts);
  }

  /** Parts of a list whose length is written, such as elements of several numbers. */
  elements(parts: readonly Uint8Array[]): this {
    for (const part of parts) this.raw(part);
    return this;
  }

  private raw(bytes: Uint8Array): void {
    this.makeRoom(bytes.length);
    this.bytes.set(bytes, this.at);
    this.at += bytes.length;
  }

  /** The place of the next number of `size` bytes; may replace the view. */
  private place(size: number): number {
    const behind = (this.at - ENCAPSULATION.length) % size;
    const at = behind === 0 ? this.at : this.at + size - behind;
    this.makeRoom(at + size - this.at);
    this.at = at + size;
    return at;
  }

  private makeRoom(more: number): void {
    if (this.at + more <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(2 * this.bytes.length, this.at + more));
    larger.set(this.bytes.subarray(0, this.at));
    this.bytes = larger;
    this.view = new DataView(larger.buffer);
  }
}
