// Preloaded into a process (--import): appends the URL of every loaded module of the process to $SUBRAY_LOADED.
import { register } from 'node:module';

const HOOKS = `import { appendFileSync } from 'node:fs';
export async function load(url, context, next) {
  if (!url.startsWith('node:')) appendFileSync(process.env.SUBRAY_LOADED, url + '\\n');
  return next(url, context);
}`;

register(`data:text/javascript,${encodeURIComponent(HOOKS)}`);
