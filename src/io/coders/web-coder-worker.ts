// A thread of a page that codes blocks of points in the order of their arrival.
import { answerWeb } from '../../base/threads/web-thread.js';
import { blockCoder } from './block-coders.js';

answerWeb(blockCoder());
