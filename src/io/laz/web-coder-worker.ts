// A thread of a page that codes chunks of compressed points, in the order in which it gets their records.
import { answerWeb } from '../../base/threads/web-thread.js';
import { chunkCoder } from './chunk-coders.js';

answerWeb(chunkCoder());
