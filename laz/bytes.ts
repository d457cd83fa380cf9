// The layers of extra bytes: one for each byte, the difference from the last value as a symbol.

import { decodeDifferences } from './decoder';
import { codeSymbol, isEncoding } from './direction';
import { makeRoom } from './encoder';
import { createModel } from './models';
import { channelOf, channelTable, count, records, stride } from './points';
import { isNewSlot, isPlain, lastRecordOf, slotOf } from './slots';

/** Codes the byte at offset `at` of all points but the first. */
export function codeBytes<D>(at: usize): void {
  const modelsOf = channelTable();
  store<u32>(modelsOf + 4 * channelOf(records), <u32>createModel(256));
  if (!isEncoding<D>() && isPlain) {
    decodeDifferences(load<u32>(modelsOf), records + stride + at, stride, count - 1);
    return;
  }
  for (let point: u32 = 1; point < count; point++) {
    if (isEncoding<D>()) makeRoom();
    const place = modelsOf + 4 * slotOf(point);
    if (isNewSlot(point)) store<u32>(place, <u32>createModel(256));
    const byte = records + point * stride + at;
    const last = <u32>load<u8>(lastRecordOf(point) + at);
    const difference = codeSymbol<D>(load<u32>(place), (<u32>load<u8>(byte) - last) & 255);
    if (!isEncoding<D>()) store<u8>(byte, last + difference);
  }
}
