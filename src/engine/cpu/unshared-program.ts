import { invariant } from '../../base/errors.js';

/*
 * The binary format of WebAssembly, as far as the kernel's import goes: after the 8 bytes of its head come sections,
 * each an id (1 byte), its length and its content; the section of imports has their number, then of each the two parts
 * of its name (a length and bytes), its kind (1 byte), and of a memory its flags (1 byte). Numbers are LEB128.
 */
const HEAD_BYTES = 8;
const IMPORTS = 2;
const MEMORY = 2;
/** Flags of a memory with a maximum: of threads, or of one alone. */
const [SHARED, UNSHARED] = [3, 1];

/**
 * A copy of a program that imports one shared memory: it imports an unshared one, and is otherwise the same. So it runs
 * in one thread on platforms that share no memory.
 */
export function unsharedProgram(binary: Uint8Array): Uint8Array<ArrayBuffer> {
  const copy = Uint8Array.from(binary);
  const flags = flagsOfMemory(copy);
  invariant(copy[flags] === SHARED, `the memory that the kernel imports has the flags ${copy[flags]}`);
  copy[flags] = UNSHARED;
  return copy;
}

/** Position of the flags of the imported memory. */
function flagsOfMemory(bytes: Uint8Array): number {
  for (let at = HEAD_BYTES; at < bytes.length; ) {
    const [length, content] = numberAt(bytes, at + 1);
    if (bytes[at] !== IMPORTS) {
      at = content + length;
      continue;
    }
    const [count, first] = numberAt(bytes, content);
    const kind = afterName(bytes, afterName(bytes, first));
    invariant(count === 1 && bytes[kind] === MEMORY, 'the kernel imports something besides its memory');
    return kind + 1;
  }
  invariant(false, 'the kernel imports no memory');
}

function afterName(bytes: Uint8Array, at: number): number {
  const [length, content] = numberAt(bytes, at);
  return content + length;
}

/** A number and the position behind it. */
function numberAt(bytes: Uint8Array, at: number): [value: number, end: number] {
  let value = 0;
  for (let k = 0; ; k++) {
    const byte = bytes[at + k];
    value += (byte & 0x7f) * 2 ** (7 * k);
    if (byte < 0x80) return [value, at + k + 1];
  }
}
