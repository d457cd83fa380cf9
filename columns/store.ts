// Unchanged columns: `count` numbers from `source` on, every `step` bytes, to `target` on, every `stride` bytes.
import { numberOf } from './step';

export function store8(source: usize, step: usize, target: usize, stride: usize, count: u32): void {
  for (let i: u32 = 0; i < count; i++, source += step, target += stride) store<u8>(target, load<u8>(source));
}

export function store16(source: usize, step: usize, target: usize, stride: usize, count: u32): void {
  for (let i: u32 = 0; i < count; i++, source += step, target += stride) store<u16>(target, load<u16>(source));
}

export function store32(source: usize, step: usize, target: usize, stride: usize, count: u32): void {
  for (let i: u32 = 0; i < count; i++, source += step, target += stride) store<u32>(target, load<u32>(source));
}

export function store64(source: usize, step: usize, target: usize, stride: usize, count: u32): void {
  for (let i: u32 = 0; i < count; i++, source += step, target += stride) store<u64>(target, load<u64>(source));
}

/** Numbers of f64 in f32. */
export function storeF64AsF32(source: usize, step: usize, target: usize, stride: usize, count: u32): void {
  for (let i: u32 = 0; i < count; i++, source += step, target += stride)
    store<f32>(target, <f32>load<f64>(source));
}

/** Stores the number of 8 bits nearest to one of 16: value / 257, rounded. */
export function storeU16AsU8(source: usize, step: usize, target: usize, stride: usize, count: u32): void {
  for (let i: u32 = 0; i < count; i++, source += step, target += stride)
    store<u8>(target, <u8>((<u32>load<u16>(source) * 255 + 32895) >>> 16));
}

/** Numbers of 16 bits in f32. */
export function storeU16AsF32(source: usize, step: usize, target: usize, stride: usize, count: u32): void {
  for (let i: u32 = 0; i < count; i++, source += step, target += stride)
    store<f32>(target, <f32>load<u16>(source));
}

/** Zero bytes. */
export function storeZeros(target: usize, stride: usize, count: u32, plan: usize): void {
  const bytes = <u32>numberOf(plan, 0);
  for (let i: u32 = 0; i < count; i++, target += stride)
    for (let k: u32 = 0; k < bytes; k++) store<u8>(target + k, 0);
}
