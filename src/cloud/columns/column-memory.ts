/*
 * Loops over columns of points (columns/), and the memory that they work in: one for each thread, since its users never
 * overlap in time. WebAssembly takes two thirds of the time of the same loops in JavaScript, which every thread would
 * have to compile first (bench/results/files.md).
 */
import { invariant } from '../../base/errors.js';
import { COLUMNS_BINARY } from './columns-binary.generated.js';
import type { NumberArray } from './number-arrays.js';

/** The exports of columns/. */
export interface ColumnLoops {
  /** Start of the memory that the loops do not use themselves. */
  freeMemory(): number;
  /** Stores the azimuths of the pulses of `count` points, whose records are at `records` from pulse `first` on. */
  azimuths(
    records: number,
    first: number,
    turns: number,
    areSame: number,
    pulses: number,
    count: number,
    target: number,
  ): void;
  /** Makes the records of points `first` … `first + count` − 1 by the steps of a plan. */
  code(plan: number, steps: number, records: number, stride: number, first: number, count: number): void;
  /** Returns the intensity of an energy from a range: see `Decibels`. */
  decibels(energy: number, range: number, unit: number, isSpread: number, perMetre: number, shift: number): number;
  /** Stores the intensities of `count` energies of f32 and ranges of f64. */
  storeDecibels(
    energies: number,
    ranges: number,
    target: number,
    count: number,
    unit: number,
    isSpread: number,
    perMetre: number,
    shift: number,
  ): void;
  /** Unpacks device records of points into columns, from point `first` on. */
  unpack(
    records: number,
    first: number,
    count: number,
    addresses: number,
    x: number,
    y: number,
    z: number,
    startTime: number,
    labels: number,
    surfaces: number,
  ): void;
}

const PAGE_BYTES = 65_536;
const ALIGN = 8;

/** Memory of a tile, so that the columns and records of its points stay in the processor's second cache. */
const TILE_BYTES = 2 ** 20;
const TILE_POINTS = 1024;

/** Points of a tile with `bytes` bytes of columns and records each. */
export const tilePoints = (bytes: number): number => Math.max(1, Math.min(TILE_POINTS, Math.floor(TILE_BYTES / bytes)));

/**
 * The loops with their memory. First comes that of a tile, taken piece by piece and given back as a whole when the next
 * tile begins; then lasting data, such as labels of a scene; then room for points.
 */
export class ColumnMemory {
  readonly loops: ColumnLoops;
  private readonly memory: WebAssembly.Memory;
  private readonly start: number;
  private end: number;
  private owner: object | undefined;
  /** End of the lasting data. */
  private floor: number;
  private all: Uint8Array<ArrayBuffer>;
  private inside: DataView<ArrayBuffer>;

  constructor() {
    const binary = Uint8Array.from(atob(COLUMNS_BINARY), (character) => character.charCodeAt(0));
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(binary));
    this.loops = exports as unknown as ColumnLoops;
    this.memory = exports.memory as WebAssembly.Memory;
    this.start = aligned(this.loops.freeMemory());
    this.end = this.start;
    this.floor = this.start + TILE_BYTES;
    [this.all, this.inside] = this.grow(this.floor);
  }

  /** The memory; a different view after `keep` and `room`, which may grow it. */
  get view(): DataView<ArrayBuffer> {
    return this.inside;
  }

  /** End of the memory taken so far. */
  get top(): number {
    return this.end;
  }

  /** Gives back the memory taken from address `top` on. */
  clear(top = this.start): void {
    this.end = top;
  }

  /** Returns the address of `bytes` bytes of any content in the tile's memory. */
  take(bytes: number): number {
    const address = this.end;
    this.end = aligned(address + bytes);
    invariant(this.end <= this.start + TILE_BYTES, 'a tile has as many points as its memory has room for');
    return address;
  }

  /** Returns the address of numbers that lie in this memory, such as a room's. */
  addressOf({ buffer, byteOffset }: NumberArray): number | undefined {
    return buffer === this.inside.buffer ? byteOffset : undefined;
  }

  /** Returns the address of a copy of numbers `first` … `end` − 1, in memory of the tile. */
  put(numbers: NumberArray, first = 0, end = numbers.length): number {
    const address = this.take((end - first) * numbers.BYTES_PER_ELEMENT);
    this.all.set(bytesOf(numbers, first, end), address);
    return address;
  }

  /** Copies the numbers at `address` to numbers `first` … `end` − 1. */
  get(address: number, numbers: NumberArray, first: number, end: number): void {
    const target = bytesOf(numbers, first, end);
    target.set(this.all.subarray(address, address + target.length));
  }

  /** Returns the address of the bytes from `make`, which stay until another owner comes. Points lose their room. */
  keep(owner: object, make: () => Uint8Array): number {
    const address = this.start + TILE_BYTES;
    if (owner === this.owner) return address;
    const bytes = make();
    this.floor = aligned(address + bytes.length);
    [this.all, this.inside] = this.grow(this.floor);
    this.all.set(bytes, address);
    this.owner = owner;
    return address;
  }

  /** Returns the address of room for points, behind the lasting data, valid until the next call. */
  room(bytes: number): number {
    [this.all, this.inside] = this.grow(this.floor + bytes);
    return this.floor;
  }

  /** Grows the memory to `bytes` bytes at least, and returns views of it. */
  private grow(bytes: number): [Uint8Array<ArrayBuffer>, DataView<ArrayBuffer>] {
    const missing = bytes - this.memory.buffer.byteLength;
    if (missing <= 0 && this.all !== undefined) return [this.all, this.inside];
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE_BYTES));
    const buffer = this.memory.buffer as ArrayBuffer;
    return [new Uint8Array(buffer), new DataView(buffer)];
  }
}

const bytesOf = ({ buffer, byteOffset, BYTES_PER_ELEMENT: size }: NumberArray, first: number, end: number) =>
  new Uint8Array(buffer, byteOffset + first * size, (end - first) * size);

/** The next address, or number of bytes, at which numbers of any type may begin. */
export const aligned = (address: number): number => Math.ceil(address / ALIGN) * ALIGN;

let shared: ColumnMemory | undefined;

/** The loops and the memory of this thread. */
export function columnMemory(): ColumnMemory {
  shared ??= new ColumnMemory();
  return shared;
}
