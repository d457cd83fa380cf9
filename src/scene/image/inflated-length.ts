/**
 * Unpacked size of a zlib stream in bytes, at most `limit` + 1: unpacking stops there, so that a small file cannot fill
 * the memory. Undefined if the stream is damaged or ends too early.
 */
export async function inflatedLength(parts: readonly Uint8Array[], limit: number): Promise<number | undefined> {
  const source = new ReadableStream<BufferSource>({
    start(controller) {
      for (const part of parts) controller.enqueue(part as Uint8Array<ArrayBuffer>);
      controller.close();
    },
  });
  const reader = source.pipeThrough(new DecompressionStream('deflate')).getReader();
  let length = 0;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      length += next.value.length;
      if (length <= limit) continue;
      await reader.cancel();
      return limit + 1;
    }
    return length;
  } catch {
    return undefined;
  }
}
