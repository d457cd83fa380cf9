import { isThere } from '../base/files/is-there.js';
import { nodeFiles } from '../base/files/node-files.js';
import type { NodeWorkbench } from '../workbench/node-workbench.js';
import { isRunName } from '../workbench/run-name.js';
import { readAsk } from './ask-route.js';
import { HttpError } from './http-error.js';
import type { Route } from './route.js';
import { saveOutputs } from './save-outputs.js';
import { sendJson } from './send.js';

/**
 * `POST /api/save` of `{ run, force }`: copies the outputs of a run to the paths in its survey. The answer is
 * `{ saved }`, their paths, or 409 and `{ exist }`, the existing ones, which `force` replaces.
 */
export const saveRoute = ({ bench, runs, folder, inputs }: NodeWorkbench, survey: string | undefined): Route => ({
  POST: async (call) => {
    const { run, force } = (await readAsk(call)) as { run?: unknown; force?: unknown };
    if (!isRunName(run) || !(await isThere(nodeFiles, `${runs}/${run}`)))
      throw new HttpError(404, `there is no run ${JSON.stringify(run)}`);
    if (bench.running.has(run)) throw new HttpError(409, `the run ${run} is still going on`);
    const known = survey === undefined ? [...inputs] : [survey, ...inputs];
    const done = await saveOutputs({ from: `${runs}/${run}`, to: folder, force: force === true, inputs: known });
    sendJson(call.response, done, 'exist' in done ? 409 : 200);
  },
});
