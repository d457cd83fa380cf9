// Makes parts of dist/ that are out of date, each after those that it needs, and notes their sources.
import { mkdirSync } from 'node:fs';
import { PARTS } from './parts.mjs';
import { faultOf, forget, madeOf, noteMade, sourcesOf } from './record.mjs';
import { digestOf } from './sources.mjs';

/** The parts of these names, and those that they need; all, if no name is given. Throws for another name. */
export function partsNamed(names) {
  if (names.length === 0) return PARTS;
  const found = new Set();
  const add = (name) => {
    const part = PARTS.find((one) => one.name === name);
    if (!part) throw new Error(`${name}: expected ${PARTS.map((one) => one.name).join(', ')}`);
    for (const need of part.needs) add(need);
    found.add(part);
  };
  for (const name of names) add(name);
  return PARTS.filter((part) => found.has(part));
}

/** The first of `parts` that is out of date, and the reason, as a line; undefined if all are up to date. */
export function staleness(root, parts) {
  for (const part of parts) {
    const fault = faultOf(root, part);
    if (fault) return `the part '${part.name}' of dist/ ${fault}: npm run build -- ${part.name}`;
  }
  return undefined;
}

/**
 * Makes those of `parts` that are out of date, or all with `force`; returns their names. `tell` gets a line for each
 * that took more than `quiet` seconds. Throws if one cannot be made.
 */
export async function makeParts(root, parts, { force = false, quiet = 0.5, tell = console.log } = {}) {
  mkdirSync(`${root}dist`, { recursive: true });
  const made = new Map();
  const names = [];
  for (const part of parts) {
    // Its sources include the output of others.
    await Promise.all(part.needs.map((need) => made.get(need)));
    if (!force && faultOf(root, part) === undefined) continue;
    names.push(part.name);
    const making = makePart(root, part, (seconds) => {
      if (seconds > quiet) tell(`${part.name}: ${seconds.toFixed(1)} s`);
    });
    made.set(part.name, making);
    if (part.beside) making.catch(() => {});
    else await making;
  }
  await Promise.all(made.values());
  return names;
}

/** Sources are looked at first and noted last: edits in the meantime, or a fault, leave the part out of date. */
async function makePart(root, part, told) {
  const started = performance.now();
  const before = madeOf(root, part);
  const sources = sourcesOf(root, part);
  const modules = sourcesOf(root, { sources: ['src'], makes: [] });
  forget(root, part);
  for (const path of (await part.make(root, before)) ?? []) sources[path] = modules[path] ?? digestOf(root, path);
  noteMade(root, part, sources);
  told((performance.now() - started) / 1000);
}
