/*
 * The info record of COPC 1.0 (copc.io, «info VLR»): `copc`, 1, 160 bytes, the first record behind the header.
 */
import type { Vec3 } from '../../base/vec3.js';
import { viewOf } from '../bytes/byte-fields.js';
import type { Vlr } from '../las/vlr.js';

export const COPC_USER_ID = 'copc';
export const COPC_INFO_RECORD_ID = 1;
export const COPC_HIERARCHY_RECORD_ID = 1000;

const INFO_BYTES = 160;

export interface CopcInfo {
  /** Centre of the octree's cube, metres. */
  center: Vec3;
  halfsize: number;
  /** Distance of the points of the root; halved with each level. */
  spacing: number;
  /** The root page of the hierarchy, bytes from the start of the file. */
  rootPage: { at: number; bytes: number };
  /** Least and greatest GPS time of the points. */
  gpsTime: readonly [number, number];
}

const AT = Object.freeze({
  center: 0,
  halfsize: 24,
  spacing: 32,
  rootPageAt: 40,
  rootPageBytes: 48,
  gpsTime: 56,
});

export function copcInfoVlr({ center, halfsize, spacing, rootPage, gpsTime }: CopcInfo): Vlr {
  const data = new Uint8Array(INFO_BYTES);
  const view = viewOf(data);
  center.forEach((value, axis) => {
    view.setFloat64(AT.center + 8 * axis, value, true);
  });
  view.setFloat64(AT.halfsize, halfsize, true);
  view.setFloat64(AT.spacing, spacing, true);
  view.setBigUint64(AT.rootPageAt, BigInt(rootPage.at), true);
  view.setBigUint64(AT.rootPageBytes, BigInt(rootPage.bytes), true);
  view.setFloat64(AT.gpsTime, gpsTime[0], true);
  view.setFloat64(AT.gpsTime + 8, gpsTime[1], true);
  return { userId: COPC_USER_ID, recordId: COPC_INFO_RECORD_ID, description: 'COPC info VLR', data };
}

/** Decodes the data of the record; undefined if they have another length. */
export function readCopcInfo(data: Uint8Array): CopcInfo | undefined {
  if (data.length !== INFO_BYTES) return undefined;
  const view = viewOf(data);
  const f64 = (at: number) => view.getFloat64(at, true);
  return {
    center: [f64(AT.center), f64(AT.center + 8), f64(AT.center + 16)],
    halfsize: f64(AT.halfsize),
    spacing: f64(AT.spacing),
    rootPage: {
      at: Number(view.getBigUint64(AT.rootPageAt, true)),
      bytes: Number(view.getBigUint64(AT.rootPageBytes, true)),
    },
    gpsTime: [f64(AT.gpsTime), f64(AT.gpsTime + 8)],
  };
}
