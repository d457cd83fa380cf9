// Flags of the WebGPU specification (§ 5.1.2 "Buffer Usages", § 5.2 "Buffer Mapping", § 8.2 "GPUShaderStage"): Node has
// no globals for them, and numbers fixed by a standard need none.

export const BufferUsage = {
  mapRead: 0x0001,
  copySource: 0x0004,
  copyTarget: 0x0008,
  uniform: 0x0040,
  storage: 0x0080,
  indirect: 0x0100,
  queryResolve: 0x0200,
} as const;

export const MAP_READ = 0x0001;

export const STAGE_COMPUTE = 0x0004;
