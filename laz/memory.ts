// Memory of one chunk: allocated piece by piece, and freed as a whole when the next chunk begins.

const PAGE_BYTES: usize = 65536;
const ALIGNMENT: usize = 16;

let top: usize = 0;

/** Frees everything. */
export function clearMemory(): void {
  top = __heap_base;
}

/** Returns the address of `bytes` bytes of any content. */
export function allocate(bytes: usize): usize {
  const at = (top + ALIGNMENT - 1) & ~(ALIGNMENT - 1);
  top = at + bytes;
  const missing = <isize>top - <isize>(<usize>memory.size() * PAGE_BYTES);
  if (missing > 0 && memory.grow(<i32>((missing + PAGE_BYTES - 1) / PAGE_BYTES)) < 0) unreachable();
  return at;
}

/** Returns the address of `bytes` bytes that are 0. */
export function allocateZeros(bytes: usize): usize {
  const at = allocate(bytes);
  memory.fill(at, 0, bytes);
  return at;
}
