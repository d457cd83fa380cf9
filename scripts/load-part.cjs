// The loader of the parts of a bundle, which the build copies beside them. What V8 makes of a part is left in a file
// next to it by the first program that loads the part, and taken by those that follow: they start by a fifth sooner.
// A program that made more of a part in its first second than those before it leaves that instead.
const { readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');
const { Script } = require('node:vm');
const { threadId } = require('node:worker_threads');
const { crc32 } = require('node:zlib');

const FOLDER = join(__dirname, 'parts');

/**
 * V8 refuses the code of another version, or of a part of another length, by itself; that of another
 * processor or system it would not.
 */
const CODE_ENDING = `.${process.platform}-${process.arch}-${process.version}.code`;

/** Bytes of the checksum ahead of the code, which V8 believes whatever it is. */
const SUM_BYTES = 4;

/**
 * Milliseconds after which a program leaves its code: time enough to have made most of it, too little for V8 to have
 * thrown away that of functions which ran once, as it does after some collections.
 */
const LEAVE_AFTER_MS = 1000;

/** Growth of a part's code that is worth a file. */
const WORTHWHILE_GROWTH = 1.05;

const HEAD = '(function (exports, require, importPackage, PART_URL) {';

const parts = new Map();

/** What the part `name` exports. */
function loadPart(name) {
  const known = parts.get(name);
  if (known) return known.exports;
  const filename = join(FOLDER, name);
  const cachedData = codeOf(filename);
  const script = new Script(`${HEAD}${readFileSync(filename, 'utf8')}\n})`, {
    filename,
    columnOffset: -HEAD.length,
    cachedData,
  });
  const part = { filename, script, exports: {}, codeBytes: script.cachedDataRejected ? 0 : (cachedData?.length ?? 0) };
  parts.set(name, part);
  script.runInThisContext()(part.exports, requireFromPart, importPackage, pathToFileURL(filename).href);
  return part.exports;
}

const requireFromPart = (id) => (id.startsWith('./') ? loadPart(id.slice(2)) : require(id));

/** Packages may be ES modules. */
const importPackage = (name) => import(name);

/** The code that a program has left of a part; undefined if there is none that is whole. */
function codeOf(filename) {
  try {
    const file = readFileSync(filename + CODE_ENDING);
    const code = file.subarray(SUM_BYTES);
    return crc32(code) === file.readUInt32LE() ? code : undefined;
  } catch {
    return undefined;
  }
}

/** Leaves the code of those parts of which `isWorthIt`, where this folder may be written to: what has run is in it. */
function leaveCode(isWorthIt) {
  for (const part of parts.values()) if (isWorthIt(part)) leaveCodeOf(part);
}

function leaveCodeOf(part) {
  const { filename, script } = part;
  const code = script.createCachedData();
  if (code.length <= part.codeBytes * WORTHWHILE_GROWTH) return;
  part.codeBytes = code.length;
  const sum = Buffer.alloc(SUM_BYTES);
  sum.writeUInt32LE(crc32(code));
  const draft = `${filename}${CODE_ENDING}.${process.pid}-${threadId}`;
  try {
    writeFileSync(draft, Buffer.concat([sum, code]));
    renameSync(draft, filename + CODE_ENDING);
  } catch {
    // The next program tries again; a folder that may not be written to holds no draft.
    rmSync(draft, { force: true });
  }
}

setTimeout(leaveCode, LEAVE_AFTER_MS, () => true).unref();
process.on('exit', (code) => {
  if (code === 0) leaveCode(({ codeBytes }) => codeBytes === 0);
});

module.exports = { CODE_ENDING, loadPart, parts };
