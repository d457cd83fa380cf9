/** Says that the page was loaded again for the headers, so that this is tried once. */
const TRIED = 'isolation-tried';

/** Milliseconds that a service worker may take to start. */
const PATIENCE_MS = 3000;

const after = (ms: number): Promise<false> => new Promise((resolve) => setTimeout(() => resolve(false), ms));

/**
 * Lets the page share memory with its workers, without which the CPU engine has one thread. Where the host does not
 * send the headers for it, a service worker adds them, and the page is reloaded. Resolves to whether memory can be
 * shared; never if the page is reloaded.
 */
export async function isolate(): Promise<boolean> {
  if (crossOriginIsolated || !('serviceWorker' in navigator) || sessionStorage.getItem(TRIED) !== null)
    return crossOriginIsolated;
  try {
    await navigator.serviceWorker.register(new URL('isolation-worker.js', document.baseURI));
    const ready = navigator.serviceWorker.ready.then(() => true);
    if (!(await Promise.race([ready, after(PATIENCE_MS)]))) return false;
  } catch {
    return false;
  }
  sessionStorage.setItem(TRIED, 'yes');
  location.reload();
  return new Promise(() => {});
}
