// Run by npm in a checkout after `npm ci`, before it packs, and at the first `npx subray`: makes the parts of dist/
// that are out of date.
import { fileURLToPath } from 'node:url';
import { makeParts, partsNamed } from './build/make-parts.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const made = await makeParts(root, partsNamed([]));
if (made.length === 0) console.log('dist/ is built from these sources already; npm run build -- --force does it anew');
