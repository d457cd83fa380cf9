// A page of browser.test.ts: runs the survey that the address names (?survey=…) from its text, on the engine that it
// names (&engine=…, with &adapter=…; absent: in workers), and posts a file that it writes (&output=…).
import { createWebFiles, loadSurvey, runSurvey } from 'subray/browser';

const asked = new URLSearchParams(location.search);
const survey = asked.get('survey') ?? '';
const text = await (await fetch(survey)).text();
const files = createWebFiles({ sources: { 'survey.yaml': text }, base: new URL('.', location.href) });
const engine = asked.get('engine') === 'gpu' ? 'gpu' : 'cpu';
const adapter = asked.get('adapter') === 'software' ? 'software' : 'auto';
await runSurvey(await loadSurvey('survey.yaml', { files }), { files, engine, adapter, threads: 2 });
await fetch('/result', { method: 'POST', body: files.blob(asked.get('output') ?? '') });
