// Leaves the code of threads' parts, as far as they run outside of a thread: until they ask for what only that has.
require('./leave-code.cjs');
const { loadPart } = require('../dist/cli/load-part.js');

for (const name of process.argv.slice(2)) {
  try {
    loadPart(`${name}.js`);
  } catch (error) {
    if (!/of 'setup' as it is null|runs in a worker thread/.test(String(error))) throw error;
  }
}
