// A thread of a page that builds the trees of meshes and of instances, one per message, after its message of readiness.
import { answerWeb, sayReady } from '../base/threads/web-thread.js';
import { buildOrdered } from './build-ordered.js';

answerWeb(buildOrdered);
sayReady();
