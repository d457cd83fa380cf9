import type { Command } from '../command.js';

/** Every command by its name, in the order of the help. Each is a module that is loaded on demand. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  run: async () => (await import('./run.js')).runCommand,
  studio: async () => (await import('./studio.js')).studioCommand,
  info: async () => (await import('./info.js')).infoCommand,
  compare: async () => (await import('./compare.js')).compareCommand,
  convert: async () => (await import('./convert.js')).convertCommand,
  plan: async () => (await import('./plan.js')).planCommand,
  campaign: async () => (await import('./campaign.js')).campaignCommand,
  scene: async () => (await import('./scene.js')).sceneCommand,
  scanner: async () => (await import('./scanner.js')).scannerCommand,
  platform: async () => (await import('./platform.js')).platformCommand,
  material: async () => (await import('./material.js')).materialCommand,
  cache: async () => (await import('./cache.js')).cacheCommand,
  doctor: async () => (await import('./doctor.js')).doctorCommand,
  bench: async () => (await import('./bench.js')).benchCommand,
};

/**
 * The commands that the parser of a command line must know: the one that it begins with; all if it begins with
 * something else, since the help and suggestions name them; none if only the version is requested.
 */
export function commandsFor(argv: readonly string[]): Promise<Command[]> {
  const [first] = argv;
  if (argv.length === 1 && first === '--version') return Promise.resolve([]);
  const names = Object.hasOwn(COMMANDS, first ?? '') ? [first] : Object.keys(COMMANDS);
  return Promise.all(names.map((name) => COMMANDS[name]()));
}
