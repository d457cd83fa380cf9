/** A buffer that was asked for. */
export interface BufferSeen {
  label: string;
  bytes: number;
  /** It would not have fitted. */
  refused: boolean;
  destroyed: boolean;
}

/** `device` as if no buffer larger than `bytesMax` found room; its requests go to `seen`. */
export function limitMemory(device: GPUDevice, bytesMax: number, seen: BufferSeen[]): GPUDevice {
  const scopes: { filter: GPUErrorFilter; message?: string }[] = [];
  const changed: Partial<GPUDevice> = {
    pushErrorScope(filter) {
      scopes.push({ filter });
      return device.pushErrorScope(filter);
    },
    async popErrorScope() {
      const { message } = scopes.pop()!;
      const found = await device.popErrorScope();
      return message === undefined ? found : ({ message } as GPUError);
    },
    createBuffer(descriptor) {
      const buffer = device.createBuffer(descriptor);
      const refused = descriptor.size > bytesMax;
      const scope = scopes.findLast(({ filter }) => filter === 'out-of-memory');
      if (refused && scope) scope.message ??= `no room for '${descriptor.label}'`;
      seen.push(watch(buffer, { label: descriptor.label ?? '', bytes: descriptor.size, refused, destroyed: false }));
      return buffer;
    },
  };
  return new Proxy(device, {
    get(target, name) {
      const value = name in changed ? changed[name as keyof GPUDevice] : Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

function watch(buffer: GPUBuffer, entry: BufferSeen): BufferSeen {
  const { destroy } = buffer;
  buffer.destroy = () => {
    entry.destroyed = true;
    return destroy.call(buffer);
  };
  return entry;
}
