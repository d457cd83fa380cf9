import type { Route } from './route.js';
import type { WatchedSurvey } from './survey-document.js';
import type { WatchedFiles } from './watched-files.js';

/**
 * `GET /api/events`: a stream of server-sent events: `document` with the new version at each change of the survey file,
 * and `files` with the changes of files that the survey reads.
 */
export const eventsRoute = (document: WatchedSurvey | undefined, files: WatchedFiles): Route => ({
  GET: async ({ response, signal }) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write(': listening\n\n');
    const send = (name: string, data: object) => response.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
    const forget = [
      document?.onChange((version) => send('document', { version })),
      files.onChange((changes) => send('files', { changes })),
    ];
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener('abort', () => resolve(), { once: true });
    });
    for (const stop of forget) stop?.();
  },
});
