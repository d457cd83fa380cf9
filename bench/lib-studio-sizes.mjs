// Bytes of the studio's JavaScript against its budgets, by the files of dist/studio.
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

/** Files of JavaScript, and the most bytes (gzip -9) that they may have with all that they import. */
const BUDGETS = [
  { name: 'page, without what draws', entry: /^index-.*\.js$/, most: 190_000 },
  { name: 'page in a tab, with what draws', entry: /^(index|open-view|worker-backend)-.*\.js$/, most: 190_000 },
  // With what loads the time line where something moves, 0.5 kB.
  {
    name: 'page of a server, with what draws',
    entry: /^(index|open-view|server-backend|token)-.*\.js$/,
    most: 190_500,
  },
  // With the keys of recordings (motion, time, boxes and the platform's poses), 0.3 kB; with files of pulses in
  // columns, filters of clouds and tables that number objects, 3 kB; with columns of tables of trees, leaf areas and
  // trees that stand one by one, 1.6 kB; with sections of epochs, registration of stations, SBET and heights of
  // rasters, 1.4 kB; with the rates that an instrument can be set to, 0.2 kB; with boxes beside frames,
  // several lasers of nuScenes and other words for classes of data sets, 2.4 kB; with steps of estimates,
  // 1.2 kB; with misses, whose rules divide what workers share into more files, 2.9 kB; with motions by updates,
  // 1.8 kB; with boxes at a moment and tracks, 4.4 kB; with clips of models, 1.3 kB; with
  // traffic as tables, 0.5 kB; with shapes that change in clips, and their trees, 6.1 kB; with parts that sink or
  // keep clear of others and messages of Livox's driver, 1.5 kB; with fields of RIEGL and of sections, materials of
  // city objects and doubts about zones of UTM, 3.0 kB; with KITTI's tracking benchmark, 1.6 kB.
  { name: 'worker, until a scene is on screen', entry: /^(worker|check-text|view-scene)-.*\.js$/, most: 365_800 },
  { name: 'YAML editor', entry: /^yaml-editor-.*\.js$/, most: 170_000 },
  { name: 'worker that builds trees', entry: /^web-build-worker-.*\.js$/ },
  { name: 'worker that makes points', entry: /^web-point-worker-.*\.js$/ },
  { name: 'worker that traces', entry: /^web-worker-.*\.js$/ },
  { name: 'worker that codes', entry: /^web-coder-worker-.*\.js$/ },
];

/** Each part of the studio with its bytes and, where it has a budget, the most that it may have. */
export function studioSizes(root) {
  const assets = `${root}dist/studio/assets/`;
  const files = readdirSync(assets);
  return BUDGETS.map(({ name, entry, most }) => {
    const found = new Set();
    for (const file of files) if (entry.test(file)) addClosure(assets, file, found);
    const bytes = [...found].reduce((sum, file) => sum + gzipped(assets + file), 0);
    return { name, files: found.size, bytes, most };
  });
}

const gzipped = (file) => gzipSync(readFileSync(file), { level: 9 }).length;

/** Adds a file, and all that it imports before it runs. */
function addClosure(assets, file, found) {
  if (found.has(file)) return;
  found.add(file);
  const text = readFileSync(assets + file, 'utf8');
  for (const [, name] of text.matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([^"']+\.js)["']/g))
    addClosure(assets, name, found);
}
