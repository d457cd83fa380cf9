// A thread that builds the trees of meshes and of instances, one per message.
import { answerNode } from '../base/threads/node-thread.js';
import { buildOrdered } from './build-ordered.js';

answerNode(buildOrdered);
