/**
 * Threads that are bundled by themselves, since many of each may start: of the parts of the commands they would load
 * three times as much, each of them anew.
 */
export const THREADS = [
  'engine/cpu/node-worker',
  'io/coders/node-coder-worker',
  'simulation/point-crew/node-point-worker',
];
