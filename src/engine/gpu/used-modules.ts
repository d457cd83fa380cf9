import { SHADER_HEADS } from './shader-texts.generated.js';

/**
 * The modules of `wgsl/` that a text uses (`X.entry`, or a module), directly or through others, each after those that
 * it uses itself. From `choices`, modules are added that give the names that any of them asks for.
 */
export function usedModules(text: string, choices: readonly string[]): string[] {
  const found = new Set<string>();
  const used = new Set<string>();
  const add = (name: string) => {
    if (found.has(name)) return;
    found.add(name);
    const { uses, asks } = SHADER_HEADS[name];
    for (const one of uses) add(one);
    used.add(name);
    for (const one of choices) if (SHADER_HEADS[one].gives.some((given) => asks.includes(given))) add(one);
  };
  add(text);
  used.delete(text);
  return [...used];
}
