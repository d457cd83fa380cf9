import { FileAccessError } from './files.js';

/** The body at `url`, of at most `bytesMax`. Throws FileAccessError if it cannot be fetched, or is larger. */
export async function fetchBlob(url: URL, bytesMax: number, get: typeof fetch): Promise<Blob> {
  let response: Response;
  try {
    // As text: a `fetch` of others, such as that of loaders.gl, may take no URL.
    response = await get(url.href);
  } catch (error) {
    throw new FileAccessError('ENETWORK', `it could not be fetched (${(error as Error).message})`, { cause: error });
  }
  if (!response.ok) {
    await response.body?.cancel();
    throw refusal(response);
  }
  return new Blob(await bodyOf(response, bytesMax));
}

function refusal({ status }: Response): FileAccessError {
  if (status === 404 || status === 410) return new FileAccessError('ENOENT', 'it does not exist');
  if (status === 401 || status === 403) return new FileAccessError('EACCES', 'permission denied');
  return new FileAccessError('ENETWORK', `the server answered ${status}`);
}

/** The bytes from a server are counted as they arrive, since its stated length need not be true. */
async function bodyOf(response: Response, bytesMax: number): Promise<BlobPart[]> {
  const reader = response.body?.getReader();
  const parts: BlobPart[] = [];
  for (let bytes = 0; reader; ) {
    const { done, value } = await reader.read().catch((error: Error) => {
      throw new FileAccessError('ENETWORK', `it could not be fetched (${error.message})`, { cause: error });
    });
    if (done) break;
    bytes += value.length;
    if (bytes > bytesMax) {
      await reader.cancel();
      throw new FileAccessError('EFBIG', `it has more than ${bytesMax} bytes`);
    }
    parts.push(value);
  }
  return parts;
}
