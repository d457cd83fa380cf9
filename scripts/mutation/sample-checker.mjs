// A plugin of StrykerJS for `npm run test:mutation -- FOLDER --sample N --seed S`: of all mutants that could run, each
// as likely as any other, it lets N through. Stryker counts the others as compile errors, which its score leaves out.
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';

const size = Number(process.env.SAMPLE_SIZE);
const seed = Number(process.env.SAMPLE_SEED);

class SampleChecker {
  #drawn = new Set();

  async init() {}

  /** Stryker hands over all mutants at once, before any is checked; it runs them in the order of these groups. */
  async group(mutants) {
    const random = generator(seed);
    const byChance = mutants.map(({ id }) => ({ id, rank: random() })).sort((a, b) => a.rank - b.rank);
    const ids = byChance.map(({ id }) => id);
    this.#drawn = new Set(ids.slice(0, size));
    return [...ids.slice(0, size).map((id) => [id]), ids.slice(size)];
  }

  async check(mutants) {
    return Object.fromEntries(mutants.map(({ id }) => [id, this.#drawn.has(id) ? PASSED : LEFT_OUT]));
  }
}

const PASSED = { status: 'passed' };
const LEFT_OUT = { status: 'compileError', reason: 'not in the sample' };

/** Numbers in [0, 1) that depend on the seed alone: mulberry32. */
function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const strykerPlugins = [declareClassPlugin(PluginKind.Checker, 'sample', SampleChecker)];
