// Required by a command line that is tried out: leaves the code that V8 has made of its parts beside them.
const { writeFileSync } = require('node:fs');
const { CODE_ENDING, parts } = require('../dist/cli/load-part.js');

process.on('exit', (code) => {
  if (code !== 0) return;
  for (const { filename, script } of parts.values()) writeFileSync(filename + CODE_ENDING, script.createCachedData());
});
