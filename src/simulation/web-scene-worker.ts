// A thread of a page that decodes one image or generates one scene, after its message of readiness.
import { answerWeb, sayReady } from '../base/threads/web-thread.js';
import { makeOrdered } from './scene-helper.js';

answerWeb(makeOrdered);
sayReady();
