// A thread that codes chunks of compressed points, in the order in which it gets their records.
import { answerNode } from '../../base/threads/node-thread.js';
import { chunkCoder } from './chunk-coders.js';

answerNode(chunkCoder());
