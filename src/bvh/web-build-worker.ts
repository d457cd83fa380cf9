// A thread of a page that builds the trees of meshes and of instances, one per message, once it
// has said that it is there.
import { answerWeb, sayReady } from '../base/threads/web-thread.js';
import { buildOrdered } from './build-ordered.js';

answerWeb(buildOrdered);
sayReady();
