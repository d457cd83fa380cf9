import type { Backend } from './backend.js';

/** The backend of this page: a server if the page says that it comes from one, else a worker. */
export async function chooseBackend(): Promise<Backend> {
  const server = document.querySelector<HTMLMetaElement>('meta[name="subray-server"]')?.content;
  if (server === undefined) return new (await import('./worker-backend.js')).WorkerBackend();
  const [{ ServerBackend }, { takeToken }] = await Promise.all([import('./server-backend.js'), import('./token.js')]);
  return new ServerBackend(takeToken(), server === 'document');
}
