import type { Route } from './route.js';
import type { SurveyDocument } from './survey-document.js';

/** `GET /api/events`: a stream of server-sent events, `document` with the new version each time that the survey file changes. */
export const eventsRoute = (document: SurveyDocument | undefined): Route => ({
  GET: async ({ response, signal }) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write(': listening\n\n');
    const forget = document?.onChange((version) => {
      response.write(`event: document\ndata: ${JSON.stringify({ version })}\n\n`);
    });
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener('abort', () => resolve(), { once: true });
    });
    forget?.();
  },
});
