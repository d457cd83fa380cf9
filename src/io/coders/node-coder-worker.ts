// A thread that codes blocks of points in the order of their arrival.
import { answerNode } from '../../base/threads/node-thread.js';
import { blockCoder } from './block-coders.js';

answerNode(blockCoder());
