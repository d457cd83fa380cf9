// Leaves the code of threads' parts, as far as they run outside of a thread: until they ask for what only that has.
require('./leave-code.cjs');
const { loadPart } = require('../dist/cli/load-part.js');

for (const name of process.argv.slice(2)) {
  try {
    loadPart(`${name}.js`);
  } catch (error) {
    if (!/workerData|parentPort|worker thread|null/.test(String(error))) throw error;
  }
}
