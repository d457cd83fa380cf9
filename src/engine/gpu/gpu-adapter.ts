/** Which adapter a user wants: a real GPU, a software one, or a real one if there is one, else software. */
export const ADAPTER_KINDS = ['hardware', 'software', 'auto'] as const;
export type AdapterKind = (typeof ADAPTER_KINDS)[number];

/** What of an adapter decides how much fits. */
export interface GpuLimits {
  /** Largest stretch of a storage buffer that a shader sees, bytes. */
  bindingBytes: number;
  /** Largest buffer, bytes. */
  bufferBytes: number;
  /** Storage buffers that a pass may bind. */
  storageBuffers: number;
  /** Workgroups of a pass. */
  workgroups: number;
}

/** What to say of an adapter. */
export interface AdapterDescription {
  /** As its driver names it. */
  name: string;
  /** Runs on the CPU. */
  software: boolean;
  limits: GpuLimits;
  /** Can tell how long each pass takes. */
  timestamps: boolean;
}

/** An adapter, and a device of it: a new one each time. */
export interface GpuAdapter extends AdapterDescription {
  requestDevice(): Promise<GPUDevice>;
}

/** Why there is no adapter, in a few words: "WebGPU finds no adapter", … */
export interface NoAdapter {
  reason: string;
  /** What the loader or driver said, where that is known. */
  detail?: string;
  /** There is one, but it is software and a real one was asked for. */
  softwareOnly?: boolean;
}

/**
 * The adapter that `gpu` (of a browser or of Dawn) has of the kind wanted; software adapters are given only where they
 * are asked for.
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

/** An adapter, and how it was asked for. */
interface Candidate {
  adapter: GPUAdapter;
  options: GPURequestAdapterOptions;
}

/** Not every driver that runs in software takes part in "fallback"; so it is looked for without, too. */
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
 * As far as it is told. Dawn gives a device's name as an identifier, `nvidia-h200`, and its driver as the description; a
 * browser a number and a name, or nothing.
 */
function nameOf({ info }: GPUAdapter): string {
  if (isSwiftShader(info)) return 'SwiftShader';
  const isNumber = /^(0x[0-9a-f]+)?$/i.test(info.device);
  const spoken = isNumber ? info.description : spell(info.device);
  return spoken || spell(`${info.vendor}-${info.architecture}`) || 'unnamed GPU';
}

/** `nvidia-h200`: NVIDIA H200. */
function spell(identifier: string): string {
  const words = identifier.split('-').filter(Boolean);
  return words.map((word) => (ALL_CAPITALS.test(word) ? word.toUpperCase() : capitalized(word))).join(' ');
}

/** Makers that write themselves so, and words with digits: type numbers. */
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
      // An adapter gives one device; after a loss another adapter is needed.
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

/** All that the adapter has of what is needed: a device has the standard's minimum unless asked. */
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
