// The loader of the command line's parts, which the build copies to dist/cli. Where this very Node has left the code
// that it made of a part before, that is taken instead of compiling the part again.
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');
const { Script } = require('node:vm');

const FOLDER = join(__dirname, 'parts');

/** Another V8 refuses code by itself; another processor or system would not. */
const CODE_ENDING = `.${process.platform}-${process.arch}-${process.version}.code`;

const HEAD = '(function (exports, require, importPackage, PART_URL) {';

const parts = new Map();

/** What the part `name` exports. */
function loadPart(name) {
  const known = parts.get(name);
  if (known) return known.exports;
  const filename = join(FOLDER, name);
  const script = new Script(`${HEAD}${readFileSync(filename, 'utf8')}\n})`, {
    filename,
    columnOffset: -HEAD.length,
    cachedData: codeOf(filename),
  });
  const part = { filename, script, exports: {} };
  parts.set(name, part);
  script.runInThisContext()(part.exports, requireFromPart, importPackage, pathToFileURL(filename).href);
  return part.exports;
}

const requireFromPart = (id) => (id.startsWith('./') ? loadPart(id.slice(2)) : require(id));

/** Packages may be ES modules. */
const importPackage = (name) => import(name);

function codeOf(filename) {
  try {
    return readFileSync(filename + CODE_ENDING);
  } catch {
    return undefined;
  }
}

module.exports = { CODE_ENDING, loadPart, parts };
