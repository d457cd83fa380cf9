// npm run studio:site FOLDER: the studio as a folder for any web server. It works below any path, and with any host:
// where the host does not send the headers of `_headers`, a service worker adds them.
import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** For hosts that read such a file (Netlify, Cloudflare Pages). */
const HEADERS = `/*
  Cross-Origin-Opener-Policy: same-origin
  Cross-Origin-Embedder-Policy: require-corp
  Cross-Origin-Resource-Policy: same-origin
  X-Content-Type-Options: nosniff
`;

/** Copies the built studio to a new or empty folder. Throws Error for one with content, and where it is not built. */
export function makeSite(folder) {
  const built = `${root}dist/studio`;
  if (!existsSync(built)) throw new Error('dist/studio is not built: npm run build');
  mkdirSync(folder, { recursive: true });
  if (readdirSync(folder).length > 0) throw new Error(`${folder} is not empty: name a new folder`);
  cpSync(built, folder, { recursive: true });
  writeFileSync(`${folder}/_headers`, HEADERS);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) {
    console.error('name the folder of the site: npm run studio:site -- FOLDER');
    process.exit(2);
  }
  try {
    makeSite(resolve(folder));
    console.log(`${folder}: put it on any web server`);
  } catch (error) {
    console.error(error.message);
    process.exit(2);
  }
}
