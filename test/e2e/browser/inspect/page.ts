// A page of browser.test.ts: explains some pulses in this very thread, and posts the findings.

import * as functions from 'subray/browser';
import { createWebFiles, inspectScene } from 'subray/browser';
import { findings } from './findings.js';

const files = createWebFiles({ sources: {} });
const found = await findings({ ...functions, inspectScene: (scene) => inspectScene(scene, { files }) }, files);
await fetch('/result', { method: 'POST', body: JSON.stringify(found) });
