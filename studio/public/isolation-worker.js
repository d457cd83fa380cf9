// A service worker that adds the two headers for memory shared with workers, for hosts that do not send them. It keeps
// nothing, and changes no content.
addEventListener('install', () => self.skipWaiting());
addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

addEventListener('fetch', (event) => {
  const { request } = event;
  // Chromium's own requests from its cache for other origins, which no page may answer.
  if (request.cache === 'only-if-cached' && request.mode !== 'same-origin') return;
  event.respondWith(fetch(request).then(isolated));
});

function isolated(response) {
  // Of other origins, about which nothing is known.
  if (response.status === 0) return response;
  const headers = new Headers(response.headers);
  headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  headers.set('Cross-Origin-Embedder-Policy', 'require-corp');
  headers.set('Cross-Origin-Resource-Policy', 'same-origin');
  const { status, statusText } = response;
  return new Response(status === 204 || status === 304 ? null : response.body, { status, statusText, headers });
}
