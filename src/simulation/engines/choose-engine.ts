import { AbortedError, InvariantError, UserError } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import type { Engine } from '../../engine/engine.js';
import { ADAPTER_KINDS, type AdapterKind, type GpuAdapter, type NoAdapter } from '../../engine/gpu/gpu-adapter.js';
import { StandbyEngine } from './standby-engine.js';

/** What can compute: the GPU, the CPU, or the GPU where there is a real one and else the CPU. */
export const ENGINE_NAMES = ['auto', 'gpu', 'cpu'] as const;
export type EngineName = (typeof ENGINE_NAMES)[number];

/** Which engine is wanted; what is absent goes by ENGINE_DEFAULTS. */
export interface EngineRequest {
  engine?: EngineName;
  /** Which adapters the GPU engine may take: software ones are for trying things out, the CPU engine is faster. */
  adapter?: AdapterKind;
}

export const ENGINE_DEFAULTS = Object.freeze({ engine: 'auto', adapter: 'hardware' } satisfies Required<EngineRequest>);

/** What will compute: `adapter`, where there is one; `cpuFallback` says whether the CPU engine is as welcome. */
export type EngineChoice = { kind: 'cpu' } | { kind: 'gpu'; adapter: GpuAdapter; cpuFallback: boolean };

/** Makes the engines for what is to be scanned. */
interface EngineMakers {
  cpu(): Promise<Engine>;
  gpu(adapter: GpuAdapter): Promise<Engine>;
}

/**
 * Which engine will compute, known before a scene is read. `auto` says in one line why the CPU does where it does; `find` is not
 * called for `cpu`. Throws UserError for names that there are not, and where `gpu` is asked for and there is no such adapter.
 */
export async function chooseEngine(
  { engine = ENGINE_DEFAULTS.engine, adapter: kind = ENGINE_DEFAULTS.adapter }: EngineRequest,
  find: (kind: AdapterKind) => Promise<GpuAdapter | NoAdapter>,
  log: Log,
): Promise<EngineChoice> {
  checkName('engine', engine, ENGINE_NAMES);
  checkName('adapter', kind, ADAPTER_KINDS);
  if (engine === 'cpu') return { kind: 'cpu' };
  const found = await find(kind);
  if (!('reason' in found)) return { kind: 'gpu', adapter: found, cpuFallback: engine === 'auto' };
  if (engine === 'gpu') throw noAdapter(kind, found);
  log.info(`cpu engine: ${found.reason}`);
  return { kind: 'cpu' };
}

function checkName(option: string, name: string, known: readonly string[]): void {
  if (!known.includes(name))
    throw new UserError(`${option}: found "${name}", expected one of ${known.map((one) => `"${one}"`).join(', ')}`);
}

const LOOKED_FOR: Record<AdapterKind, string> = {
  hardware: 'hardware GPU',
  software: 'software adapter',
  auto: 'hardware GPU or software adapter',
};

/** On one line, its advice included: it is the whole of what such a run says. */
function noAdapter(kind: AdapterKind, { reason, detail, softwareOnly }: NoAdapter): UserError {
  const why = detail ? `${reason} (${detail})` : reason;
  const advice = softwareOnly ? 'use --engine cpu, or take it with --adapter software' : 'use --engine cpu';
  return new UserError(`there is no ${LOOKED_FOR[kind]}: ${why}; ${advice}`);
}

/**
 * The engine that was chosen, made ready by `prepare`. Where the GPU cannot take the scene, or what is to be scanned, or is lost
 * half-way, and the CPU may do as well, that one, and one line that says why. Throws UserError where neither can.
 */
export async function openEngine(
  choice: EngineChoice,
  make: EngineMakers,
  prepare: (engine: Engine) => Promise<void>,
  log: Log,
): Promise<Engine> {
  if (choice.kind === 'cpu') return prepared(await make.cpu(), prepare);
  const { adapter, cpuFallback } = choice;
  try {
    const engine = await prepared(await make.gpu(adapter), prepare);
    if (!cpuFallback) return engine;
    log.info(`gpu engine: ${engine.device}`);
    return new StandbyEngine(engine, {
      refused: (error) => {
        log.info(`cpu engine: ${refusalOf(adapter, error).message}`);
        return make.cpu();
      },
      lost: (loss) => {
        log.warn(`${loss.message}; the cpu engine goes on`);
        return make.cpu();
      },
    });
  } catch (error) {
    const refusal = refusalOf(adapter, error);
    if (!cpuFallback) throw refusal;
    log.info(`cpu engine: ${refusal.message}`);
    return prepared(await make.cpu(), prepare);
  }
}

/** The engine, ready; closed where that fails. */
async function prepared(engine: Engine, prepare: (engine: Engine) => Promise<void>): Promise<Engine> {
  try {
    await prepare(engine);
    return engine;
  } catch (error) {
    await engine.close();
    throw error;
  }
}

/** Why the GPU cannot take the scene. Throws what is no matter of the GPU: a fault of subray's, an end from outside. */
function refusalOf({ name }: GpuAdapter, error: unknown): UserError {
  if (error instanceof UserError) return error;
  if (!(error instanceof Error) || error instanceof InvariantError || error instanceof AbortedError) throw error;
  const [what] = error.message.split('\n');
  return new UserError(`'${name}' cannot be used: ${what}`, { hint: 'use --engine cpu', cause: error });
}
