// A page of browser-plan.long.test.ts: plans a flight over the scene of the survey that the address names (?survey=…),
// and posts the survey that the plan becomes.
import { createWebFiles, makePlan, surveyText } from 'subray/browser';

const survey = new URLSearchParams(location.search).get('survey') ?? '';
const text = await (await fetch(survey)).text();
const files = createWebFiles({ sources: { 'survey.yaml': text } });
const plan = await makePlan({ kind: 'uav', scene: 'survey.yaml', height: 40, overlap: 0.3 }, { files });
await fetch('/result', { method: 'POST', body: surveyText(plan, 'flight.yaml', ['A flight']) });
