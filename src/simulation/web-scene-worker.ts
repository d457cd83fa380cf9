// A thread of a page that decodes one image or generates one scene, once it has said that it is there.
import { answerWeb, sayReady } from '../base/threads/web-thread.js';
import { makeOrdered } from './scene-helper.js';

answerWeb(makeOrdered);
sayReady();
