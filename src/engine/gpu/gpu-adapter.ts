/**
 * The adapters that a user may request: a hardware GPU, a software one, or hardware if present and otherwise software.
 */
export const ADAPTER_KINDS = ['hardware', 'software', 'auto'] as const;
/** A kind of adapter; see ADAPTER_KINDS. */
export type AdapterKind = (typeof ADAPTER_KINDS)[number];

/** Limits of an adapter that determine how much fits. */
export interface GpuLimits {
  /** Largest part of a storage buffer that a shader sees, bytes. */
  bindingBytes: number;
  /** Largest buffer, bytes. */
  bufferBytes: number;
  /** Maximum number of storage buffers that a pass may bind. */
  storageBuffers: number;
  /** Maximum number of workgroups of a pass. */
  workgroups: number;
}

/** Description of an adapter. */
export interface AdapterDescription {
  /** Name from its driver. */
  name: string;
  /** Whether it runs on the CPU. */
  software: boolean;
  limits: GpuLimits;
  /** Whether it can measure the time of each pass. */
  timestamps: boolean;
}

/** An adapter that opens a new device at each call. */
export interface GpuAdapter extends AdapterDescription {
  requestDevice(): Promise<GPUDevice>;
}

/** The reason for a missing adapter, in a few words: "WebGPU finds no adapter", … */
export interface NoAdapter {
  reason: string;
  /** Message of the loader or driver, if known. */
  detail?: string;
  /** Its cure, as an imperative, if known. */
  remedy?: string;
  /** Whether only a software adapter was found, although a hardware one was requested. */
  softwareOnly?: boolean;
}

/**
 * The adapter of `gpu` (of a browser or of Dawn) of the requested kind; software adapters are returned only if
 * requested.
 */
export async function findAdapter(gpu: GPU, kind: AdapterKind): Promise<GpuAdapter | NoAdapter> {
  const candidates: Candidate[] = [];
  for (const options of REQUESTS[kind]) {
    const adapter = await gpu.requestAdapter(options);
    if (adapter) candidates.push({ adapter, options });
  }
  const wanted = candidates.find(({ adapter }) => kind === 'auto' || isSoftware(adapter) === (kind === 'software'));
  if (wanted) return wrap(gpu, wanted);
  if (candidates.length === 0) return { reason: 'WebGPU finds no adapter' };
  const name = nameOf(candidates[0].adapter);
  return kind === 'software'
    ? { reason: `'${name}' is not a software adapter` }
    : { reason: `'${name}' is a software adapter`, softwareOnly: true };
}

/** An adapter, and the way it was requested. */
interface Candidate {
  adapter: GPUAdapter;
  options: GPURequestAdapterOptions;
}

/** Not every software driver counts as a "fallback", so adapters are also requested without that flag. */
const REQUESTS: Record<AdapterKind, GPURequestAdapterOptions[]> = {
  hardware: [{ powerPreference: 'high-performance' }],
  software: [{ forceFallbackAdapter: true }, {}],
  auto: [{ powerPreference: 'high-performance' }, { forceFallbackAdapter: true }],
};

/** Mesa's software Vulkan is called llvmpipe and does not call itself a fallback. */
const SOFTWARE_NAMES = /swiftshader|llvmpipe|lavapipe|microsoft basic render/i;

function isSoftware({ info }: GPUAdapter): boolean {
  const fallback = (info as GPUAdapterInfo & { isFallbackAdapter?: boolean }).isFallbackAdapter;
  return fallback === true || SOFTWARE_NAMES.test(`${info.device} ${info.description} ${info.architecture}`);
}

/**
 * The available name. Dawn returns a device's name as an identifier, `nvidia-h200`, and its driver as the description;
 * a browser returns a number and a name, or nothing.
 */
function nameOf({ info }: GPUAdapter): string {
  if (isSwiftShader(info)) return 'SwiftShader';
  const isNumber = /^(0x[0-9a-f]+)?$/i.test(info.device);
  const spoken = isNumber ? info.description : spell(info.device);
  return spoken || spell(`${info.vendor}-${info.architecture}`) || 'unnamed GPU';
}

/** Converts `nvidia-h200` to NVIDIA H200. */
function spell(identifier: string): string {
  const words = identifier.split('-').filter(Boolean);
  return words.map((word) => (ALL_CAPITALS.test(word) ? word.toUpperCase() : capitalized(word))).join(' ');
}

/** Makers written in capitals, and words with digits: type numbers. */
const ALL_CAPITALS = /^(nvidia|amd|rtx|gtx)$|\d/;
const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

const isSwiftShader = ({ architecture }: GPUAdapterInfo) => architecture === 'swiftshader';

function limitsOf({ limits }: GPUAdapter): GpuLimits {
  return {
    bindingBytes: limits.maxStorageBufferBindingSize,
    bufferBytes: limits.maxBufferSize,
    storageBuffers: limits.maxStorageBuffersPerShaderStage,
    workgroups: limits.maxComputeWorkgroupsPerDimension,
  };
}

function wrap(gpu: GPU, { adapter: first, options }: Candidate): GpuAdapter {
  const timestamps = first.features.has('timestamp-query');
  let unused: GPUAdapter | undefined = first;
  return {
    name: nameOf(first),
    software: isSoftware(first),
    limits: limitsOf(first),
    timestamps,
    requestDevice: async () => {
      // An adapter opens one device; after a loss another adapter is needed.
      const adapter = unused ?? (await gpu.requestAdapter(options));
      unused = undefined;
      if (!adapter) throw new Error('the adapter is gone');
      return adapter.requestDevice({
        requiredFeatures: timestamps ? ['timestamp-query'] : [],
        requiredLimits: requiredLimits(first),
      });
    },
  };
}

/** The adapter's values of all needed limits: by default a device has only the standard's minimum. */
function requiredLimits({ limits }: GPUAdapter): Record<string, number> {
  const { maxStorageBufferBindingSize, maxBufferSize } = limits;
  const { maxStorageBuffersPerShaderStage, maxComputeWorkgroupsPerDimension } = limits;
  return {
    maxStorageBufferBindingSize,
    maxBufferSize,
    maxStorageBuffersPerShaderStage,
    maxComputeWorkgroupsPerDimension,
  };
}
