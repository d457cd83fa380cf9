import { listSurveyFiles } from './list-survey-files.js';
import type { Route } from './route.js';
import { sendJson } from './send.js';

/** `GET /api/files`: the files below the survey's folder that a survey may name. */
export const listingRoute = (folder: string): Route => ({
  GET: async ({ response }) => sendJson(response, await listSurveyFiles(folder)),
});
