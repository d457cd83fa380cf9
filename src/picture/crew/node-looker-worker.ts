// A thread that looks at a cloud together with others, controlled by messages.
import { parentPort, workerData } from 'node:worker_threads';
import { invariant } from '../../base/errors.js';
import { nodeFiles } from '../../base/files/node-files.js';
import { FileLooker } from './file-looker.js';
import { type LookerRequest, type LookerSetup, replyOf } from './looker-messages.js';

invariant(parentPort, 'node-looker-worker runs in a worker thread');
const port = parentPort;
const { file, ...place } = workerData as LookerSetup;
const looker = new FileLooker({ ...file, files: nodeFiles }, place);
port.on('message', async (request: LookerRequest) => port.postMessage(await replyOf(looker, request)));
