// What npm runs in a checkout behind `npm ci`, before it packs, and at the first `npx subray`: builds dist/,
// unless it is there already.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isBuilt } from './source-digest.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
if (isBuilt(root)) console.log('dist/ is built from these sources already; npm run build does it anew');
else execFileSync(process.execPath, [`${root}scripts/build.mjs`], { stdio: 'inherit' });
