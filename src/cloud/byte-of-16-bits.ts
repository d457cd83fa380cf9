/** The number of 8 bits nearest to one of 16, where 255 stands for 65535. */
export const byteOf16Bits = (value: number): number => Math.round(value / 257);
