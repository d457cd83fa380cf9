// Waiting times of a visitor of the studio, in Chromium with a software GPU.
import { readFileSync } from 'node:fs';
import { runnerImport } from 'vite';

const ROOT = new URL('..', import.meta.url).pathname;

/**
 * Runs before the page: keeps tasks of its thread that are longer than 50 ms, and when the page first shows something.
 */
const WATCH = `
  window.longest = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration);
  }).observe({ type: 'longtask', buffered: true });
`;

const seconds = (ms) => `${(ms / 1000).toFixed(2)} s`;
const milliseconds = (ms) => `${ms.toFixed(0)} ms`;
const medianOf = (times) => times.toSorted((a, b) => a - b)[times.length >> 1];

/** Times, the longest task of the page's thread, and its memory, by subject. */
export async function measureStudio({ triangles, runs }) {
  const { module: studio } = await runnerImport(`${ROOT}test/support/studio-page.ts`);
  const text = readFileSync(`${ROOT}examples/quickstart.yaml`, 'utf8').replace('400000', String(triangles));
  const browser = await studio.pageBrowser();
  if (!browser) return { skipped: 'there is no Chromium for this machine' };
  const result = {};
  const server = await studio.serveStudio();
  try {
    const { page } = await studio.openStudio('about:blank');
    await page.addInitScript(WATCH);
    await page.goto(server.address);
    result['page start to the start page'] = seconds(await until(page, () => document.querySelector('dialog, h1')));
    await page.evaluate(keepDraft, text);
    for (const visit of ['first visit', 'second visit, trees on its disk']) {
      await page.goto(server.address);
      result[`${visit}: scene on screen after`] = seconds(
        await until(page, () => /triangles/.test(document.body.innerText)),
      );
      result[`${visit}: trees ready after`] = seconds(await until(page, isIdle));
    }
    await measureEdit(page, result);
    await measureRuns(page, runs, result);
  } finally {
    await browser.close();
    await server[Symbol.asyncDispose]();
  }
  return result;
}

/** Milliseconds from the page's start until it looks as asked. */
async function until(page, looks) {
  const handle = await page.waitForFunction(`(${looks})() ? performance.now() : 0`, null, {
    timeout: 300_000,
    polling: 20,
  });
  return handle.jsonValue();
}

const isIdle = () => {
  const status = document.querySelector('.status > span').textContent;
  return status === '' || /points/.test(status);
};

/** Puts a text where the page looks for the one that was open last. */
async function keepDraft(text) {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle('drafts', { create: true });
  const writable = await (await folder.getFileHandle('survey.yaml', { create: true })).createWritable();
  await writable.write(text);
  await writable.close();
}

/** Milliseconds from a press of Enter, as the page gets it, to the end of the next frame. */
const AWAIT_EDIT = () => {
  window.edited = new Promise((done) => {
    const pressed = ({ key, timeStamp }) => {
      if (key !== 'Enter') return;
      removeEventListener('keydown', pressed, true);
      // A task after the frame's callbacks: all that draws in this frame has drawn.
      requestAnimationFrame(() => setTimeout(() => done(performance.now() - timeStamp)));
    };
    addEventListener('keydown', pressed, true);
  });
};

/** Milliseconds from a key that is typed to the list of faults. */
const AWAIT_FAULT = () => {
  window.edited = new Promise((done) => {
    let typed;
    addEventListener('keydown', ({ timeStamp }) => (typed ??= timeStamp), { capture: true, once: true });
    const isListed = () => document.querySelector('.faults li') && done(performance.now() - typed);
    new MutationObserver(isListed).observe(document.body, { childList: true, subtree: true });
  });
};

/** Milliseconds from a key that makes a fault at the cursor to the list of faults; the key is taken back. */
async function timeToFault(page) {
  await page.evaluate(AWAIT_FAULT);
  await page.keyboard.press('[');
  const time = await page.evaluate(() => window.edited);
  await page.keyboard.press('Backspace');
  await page.waitForFunction(() => !document.querySelector('.faults li'));
  return time;
}

/** Edits until the code of each has been compiled, and some more. */
const EDITS = 25;

/** A leg is moved by its form, and a key typed at a place where it makes a fault. */
async function measureEdit(page, result) {
  await page.getByRole('button', { name: /^pavement/ }).click();
  const x = page.getByRole('textbox', { name: 'x', exact: true });
  const times = [];
  for (let k = 0; k < EDITS; k++) {
    await x.fill(String(-14 + k / 4));
    await page.evaluate(AWAIT_EDIT);
    await x.press('Enter');
    times.push(await page.evaluate(() => window.edited));
  }
  result[`edit to picture, median of the first 5 and of ${EDITS}`] =
    `${milliseconds(medianOf(times.slice(0, 5)))}, ${milliseconds(medianOf(times))}`;
  const editor = page.getByRole('textbox', { name: 'Survey as YAML' });
  await editor.click();
  await editor.press('Control+Home');
  const first = await timeToFault(page);
  const next = [];
  for (let k = 0; k < 9; k++) next.push(await timeToFault(page));
  result['key to faults, first of a page, and median of the next 9'] =
    `${milliseconds(first)}, ${milliseconds(medianOf(next))}`;
}

async function measureRuns(page, runs, result) {
  for (let run = 1; run <= runs; run++) {
    await page.evaluate(() => {
      window.longest = 0;
    });
    const began = await page.evaluate(() => performance.now());
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const first = await until(page, () => /[1-9][\d,. ]* points/.test(document.querySelector('.status').textContent));
    const end = await until(page, () => !document.querySelector('.status progress'));
    if (run > 1 && run < runs) continue;
    result[`run ${run}: first points after`] = seconds(first - began);
    result[`run ${run}: done after`] = seconds(end - began);
    result[`run ${run}: longest task of the page meanwhile`] = seconds(await page.evaluate(() => window.longest));
    result[`run ${run}: memory of the page and its workers`] = await memoryOf(page);
  }
}

async function memoryOf(page) {
  // Only browsers that give each site a process of its own tell.
  const measure = async () => (await performance.measureUserAgentSpecificMemory()).bytes;
  const bytes = await page.evaluate(measure).catch(() => undefined);
  return bytes === undefined ? 'this browser does not tell' : `${(bytes / 1e6).toFixed(0)} MB`;
}
