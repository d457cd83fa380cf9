/** The bytes in a base64 text of deflated data, as generated modules have them: trusted, of any length. */
export async function inflateBase64(base64: string): Promise<ArrayBuffer> {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Response(stream).arrayBuffer();
}
