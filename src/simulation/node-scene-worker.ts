// A thread that decodes one image or generates one scene.
import { answerNode } from '../base/threads/node-thread.js';
import { makeOrdered } from './scene-helper.js';

answerNode(makeOrdered);
