/*
 * COPC 1.0 (copc.io): LAZ 1.4 whose chunks are nodes of an octree. The record copc 1 describes it; the record copc
 * 1000, extended, has the pages of its hierarchy. Shares no code with the writer of COPC (copc-info.ts,
 * hierarchy-pages.ts), so that a misunderstanding there does not pass here.
 */
import type { Vec3 } from '../../base/vec3.js';
import { viewOf } from '../bytes/byte-fields.js';

export const COPC_INFO_BYTES = 160;
export const COPC_ENTRY_BYTES = 32;

/** Offsets in the data of the info record. */
export const COPC_INFO_AT = Object.freeze({
  center: 0,
  halfSize: 24,
  spacing: 32,
  rootOffset: 40,
  rootBytes: 48,
  gpsTimeMin: 56,
  gpsTimeMax: 64,
  reserved: 72,
});

export interface StoredCopcInfo {
  center: Vec3;
  halfSize: number;
  /** Distance of points in the root, metres. */
  spacing: number;
  /** The root page, bytes from the start of the file. */
  rootOffset: number;
  rootBytes: number;
  gpsTimeMin: number;
  gpsTimeMax: number;
}

/** Decodes the info record. Precondition: at least 160 bytes. */
export function decodeCopcInfo(data: Uint8Array): StoredCopcInfo {
  const view = viewOf(data);
  const f64 = (at: number) => view.getFloat64(at, true);
  return {
    center: [f64(0), f64(8), f64(16)],
    halfSize: f64(COPC_INFO_AT.halfSize),
    spacing: f64(COPC_INFO_AT.spacing),
    rootOffset: Number(view.getBigUint64(COPC_INFO_AT.rootOffset, true)),
    rootBytes: Number(view.getBigUint64(COPC_INFO_AT.rootBytes, true)),
    gpsTimeMin: f64(COPC_INFO_AT.gpsTimeMin),
    gpsTimeMax: f64(COPC_INFO_AT.gpsTimeMax),
  };
}

/** An entry of a page: a node, or another page if its count of points is −1. */
export interface CopcEntry {
  level: number;
  x: number;
  y: number;
  z: number;
  offset: number;
  bytes: number;
  points: number;
}

/** The entry at byte `at` of a page. */
export function decodeCopcEntry(page: DataView, at: number): CopcEntry {
  const i32 = (k: number) => page.getInt32(at + k, true);
  return {
    ...{ level: i32(0), x: i32(4), y: i32(8), z: i32(12) },
    offset: Number(page.getBigUint64(at + 16, true)),
    bytes: i32(24),
    points: i32(28),
  };
}

/** The name of a node. */
export const copcKey = ({ level, x, y, z }: Pick<CopcEntry, 'level' | 'x' | 'y' | 'z'>): string =>
  `${level}-${x}-${y}-${z}`;
