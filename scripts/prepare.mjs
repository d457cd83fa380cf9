// What npm runs in a checkout behind `npm ci`, before it packs, and at the first `npx subray`: makes
// what is out of date in dist/.
import { fileURLToPath } from 'node:url';
import { makeParts, partsNamed } from './build/make-parts.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const made = await makeParts(root, partsNamed([]));
if (made.length === 0) console.log('dist/ is built from these sources already; npm run build -- --force does it anew');
