import { crcOf } from '../bytes/crc.js';

/** The sum of bytes as CRC-32C (Castagnoli; RFC 3720, appendix B.4). */
export const crc32c = crcOf(0x82f63b78);
