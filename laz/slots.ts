// Channel and last value of the items behind a point (colours, waveform packets, extra bytes). In version 4 of their
// coding, both are those of the point's channel; of a new channel, the last value is that of the channel before. In
// version 3, models are those of the channel only if it has just changed, otherwise those of channel 0. If models
// change to some that are already in use, the last value is still that of the previous models. So does LASzip
// (lasreaditemcompressed_v3.cpp and …_v4.cpp), which other decoders repeat.

import { allocate } from './memory';
import { CHANNELS, channelOf, channelTable, count, records, stride, Turn, turnOf } from './points';

/** Address of the record with the last value, u32 a point. */
let lastRecords: usize = 0;
/** Models, a byte a point; new ones are marked with `IS_NEW`. */
let models: usize = 0;

const IS_NEW: u32 = 4;

/** Whether all points use the models of channel 0, with the previous point as their last. */
export let isPlain: bool = false;

/** Finds models and last values of all points but the first, in version 4 of the coding or in 3. */
export function followSlots(isVersion4: bool): void {
  lastRecords = allocate(4 * <usize>count);
  models = allocate(count);
  const lastIn = channelTable();
  let slot = channelOf(records);
  isPlain = slot == 0;
  let channel = slot;
  store<u32>(lastIn + 4 * slot, <u32>records);
  for (let point: u32 = 1; point < count; point++) {
    const turn = turnOf(point);
    const next = isVersion4 || (turn & Turn.channel) != channel ? turn & Turn.channel : 0;
    channel = turn & Turn.channel;
    if (channel != 0) isPlain = false;
    const isNew = load<u32>(lastIn + 4 * next) == 0;
    const last = load<u32>(lastIn + 4 * (isVersion4 && !isNew ? next : slot));
    store<u32>(lastRecords + 4 * point, last);
    store<u8>(models + point, next | (isNew ? IS_NEW : 0));
    store<u32>(lastIn + 4 * (isVersion4 || isNew ? next : slot), <u32>(records + point * stride));
    slot = next;
  }
}

// @ts-ignore: decorator
@inline
export function lastRecordOf(point: u32): usize {
  return load<u32>(lastRecords + 4 * point);
}

/** The channel whose models a point takes. */
// @ts-ignore: decorator
@inline
export function slotOf(point: u32): u32 {
  return <u32>load<u8>(models + point) & (CHANNELS - 1);
}

/** Whether these models are new. */
// @ts-ignore: decorator
@inline
export function isNewSlot(point: u32): bool {
  return (load<u8>(models + point) & IS_NEW) != 0;
}
