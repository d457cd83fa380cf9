import { AbortedError, InvariantError, UserError } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import type { Engine } from '../../engine/engine.js';
import { ADAPTER_KINDS, type AdapterKind, type GpuAdapter, type NoAdapter } from '../../engine/gpu/gpu-adapter.js';
import { StandbyEngine } from './standby-engine.js';

/** The engines: GPU, CPU, or `auto`, which is the GPU if there is a hardware one, otherwise the CPU. */
export const ENGINE_NAMES = ['auto', 'gpu', 'cpu'] as const;
/** The name of an engine; see ENGINE_NAMES. */
export type EngineName = (typeof ENGINE_NAMES)[number];

/** The requested engine; defaults are in ENGINE_DEFAULTS. */
export interface EngineRequest {
  engine?: EngineName;
  /** Adapters that the GPU engine may take. Software ones are for testing: the CPU engine is faster. */
  adapter?: AdapterKind;
}

/** The engine and the adapters of a request that names none. */
export const ENGINE_DEFAULTS = Object.freeze({ engine: 'auto', adapter: 'hardware' } satisfies Required<EngineRequest>);

/** The chosen engine, with its adapter if it has one; `cpuFallback` says whether the CPU engine may replace it. */
export type EngineChoice = { kind: 'cpu' } | { kind: 'gpu'; adapter: GpuAdapter; cpuFallback: boolean };

/** Makes the engines for a scan. */
interface EngineMakers {
  cpu(): Promise<Engine>;
  gpu(adapter: GpuAdapter): Promise<Engine>;
}

/**
 * Chooses the engine before a scene is read. `auto` reports in one line why it takes the CPU. `find` is not called for
 * `cpu`. Throws UserError for unknown names, and if `gpu` is requested without such an adapter.
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

/** On one line, its advice included, since such a run prints nothing else. */
function noAdapter(kind: AdapterKind, { reason, detail, remedy, softwareOnly }: NoAdapter): UserError {
  const why = detail ? `${reason} (${detail})` : reason;
  const other = softwareOnly ? 'use --engine cpu, or take it with --adapter software' : 'use --engine cpu';
  const advice = remedy ? `${remedy}, or ${other}` : other;
  return new UserError(`there is no ${LOOKED_FOR[kind]}: ${why}; ${advice}`);
}

/**
 * The chosen engine, made ready by `prepare`. If the GPU cannot take the scene or the scan, or is lost during the run,
 * and the CPU may replace it: the CPU engine, and one line that says why. Throws UserError if neither works.
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

/** The engine, ready; closed if that fails. */
async function prepared(engine: Engine, prepare: (engine: Engine) => Promise<void>): Promise<Engine> {
  try {
    await prepare(engine);
    return engine;
  } catch (error) {
    await engine.close();
    throw error;
  }
}

/**
 * The reason why the GPU cannot take the scene. Rethrows errors that are not the GPU's: a fault of subray, an abort.
 */
function refusalOf({ name }: GpuAdapter, error: unknown): UserError {
  if (error instanceof UserError) return error;
  if (!(error instanceof Error) || error instanceof InvariantError || error instanceof AbortedError) throw error;
  const [what] = error.message.split('\n');
  return new UserError(`'${name}' cannot be used: ${what}`, { hint: 'use --engine cpu', cause: error });
}
