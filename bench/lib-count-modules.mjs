// Preloaded into a process (--import): appends the URL of every loaded module and every loaded part of the
// command line to $SUBRAY_LOADED.
import { appendFileSync } from 'node:fs';
import { register } from 'node:module';
import { pathToFileURL } from 'node:url';
import vm from 'node:vm';

const HOOKS = `import { appendFileSync } from 'node:fs';
export async function load(url, context, next) {
  if (!url.startsWith('node:')) appendFileSync(process.env.SUBRAY_LOADED, url + '\\n');
  return next(url, context);
}`;

register(`data:text/javascript,${encodeURIComponent(HOOKS)}`);

vm.Script = class extends vm.Script {
  constructor(code, options) {
    super(code, options);
    appendFileSync(process.env.SUBRAY_LOADED, `${pathToFileURL(options.filename)}\n`);
  }
};
