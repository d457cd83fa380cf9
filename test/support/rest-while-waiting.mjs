// Lets a process sleep while it waits for a GPU (`import`, or `node --import`): Dawn in Node asks again and again by
// `setImmediate`, which takes a core for itself that a software GPU could compute with. Other callers of the
// global function wait a millisecond as well.

/** Between two questions, ms. */
const REST_MS = 1;

globalThis.setImmediate = (callback, ...args) => setTimeout(callback, REST_MS, ...args);
globalThis.clearImmediate = clearTimeout;
