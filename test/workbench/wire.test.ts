import { describe, expect, it } from 'vitest';
import { FRAME_HEAD_BYTES, FrameReader, frameHead, type WireFrame } from '../../src/workbench/frames.js';
import { decodeWire, encodeWhole, encodeWire, WireError } from '../../src/workbench/wire.js';
import { testRandom } from '../support/random.js';

const throughWire = (value: unknown) => decodeWire(encodeWhole(value));

/** A message with this text, and these bytes behind it. */
function message(text: string, arrays: Uint8Array = new Uint8Array(0), textBytes?: number): Uint8Array {
  const bytes = new TextEncoder().encode(text);
  const whole = new Uint8Array(4 + bytes.length + arrays.length);
  new DataView(whole.buffer).setUint32(0, textBytes ?? bytes.length, true);
  whole.set(bytes, 4);
  whole.set(arrays, 4 + bytes.length);
  return whole;
}

describe('a message', () => {
  it.each([
    [{ text: 'a: 1\n', run: 'r-1', nested: [{ a: null, b: true }, [], {}], '': 'ä\u2028\ud800' }],
    [[Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0, 0, 1e-300, 2 ** 53]],
    [{ $: 1, $$: { $: 'NaN' }, $array: Float32Array.of(1, 2) }],
    [undefined],
    [{ gone: undefined, list: [undefined, 1] }],
    ['text alone'],
    [Float64Array.of(Math.PI, Number.NaN)],
    [{ constructor: 'c', toString: 't', hasOwnProperty: 1 }],
  ])('gives %j as it was', (value) => {
    expect(throughWire(value)).toStrictEqual(value);
  });

  it.each([
    Int8Array.of(-1, 2, 3),
    Uint8Array.of(1),
    Uint8ClampedArray.of(255, 0),
    Int16Array.of(-300),
    Uint16Array.of(65535, 1, 2),
    Int32Array.of(-1),
    Uint32Array.of(2 ** 32 - 1),
    Float32Array.of(0.1, Number.NaN),
    new Float64Array(0),
    BigInt64Array.of(-1n),
    BigUint64Array.of(2n ** 64n - 1n),
  ])('gives an array of each type, behind one byte and in memory of its own: $constructor.name', (array) => {
    const [, found, again] = throughWire([Uint8Array.of(7), array, array]) as (typeof array)[];
    expect(found).toStrictEqual(array);
    expect(again).toStrictEqual(array);
    expect(found.buffer.byteLength).toBe(array.byteLength);
    expect(found.buffer).not.toBe(again.buffer);
  });

  it('has undefined for holes of lists, as names of objects have them', () => {
    const holes = ['none'];
    holes[3] = 'tree';
    expect(throughWire(holes)).toStrictEqual(['none', undefined, undefined, 'tree']);
  });

  it('has the memory of arrays as parts of its own, without copies, of a view only what it shows', () => {
    const whole = Float32Array.of(1, 2, 3, 4);
    const [, part] = encodeWire({ middle: whole.subarray(1, 3) });
    expect(part.buffer).toBe(whole.buffer);
    expect(throughWire(whole.subarray(1, 3))).toStrictEqual(Float32Array.of(2, 3));
  });

  it('gives random data as they were', () => {
    const seed = 20;
    const random = testRandom(seed);
    for (let k = 0; k < 500; k++) {
      const value = randomValue(random, 5);
      expect(throughWire(value), `seed ${seed}, value ${k}`).toStrictEqual(value);
    }
  });

  it.each<[string, () => unknown]>([
    ['a function', () => () => 1],
    ['a map', () => ({ a: new Map() })],
    ['a date', () => [new Date(0)]],
    ['a bigint', () => 1n],
    ['a symbol', () => Symbol('s')],
    ['an instance', () => new WireError('x')],
    ['a view of bytes', () => new DataView(new ArrayBuffer(4))],
    ['__proto__', () => JSON.parse('{ "__proto__": 1 }')],
    [
      'a circle',
      () => {
        const circle: unknown[] = [];
        circle.push(circle);
        return circle;
      },
    ],
  ])('is refused for %s', (_, make) => {
    expect(() => encodeWire(make())).toThrow(WireError);
  });

  it.each<[string, Uint8Array, RegExp]>([
    ['nothing', new Uint8Array(0), /ends before its text/],
    ['a text longer than the message', message('[1,[]]', undefined, 7), /longer than the message/],
    ['a text of 4 GiB', message('[1,[]]', undefined, 2 ** 32 - 1), /longer than the message/],
    ['no JSON', message('[1,'), /not JSON/],
    ['no UTF-8', Uint8Array.of(1, 0, 0, 0, 0xff), /not JSON/],
    ['no pair', message('{}'), /no pair/],
    ['no table', message('[1,2]'), /no list of its arrays/],
    ['an unknown type', message('[{"$":0},[["f16",1]]]', new Uint8Array(2)), /no known type/],
    ['a type of the prototype', message('[{"$":0},[["constructor",1]]]'), /no known type/],
    ['a type that is none', message('[{"$":0},[[["u8"],1]]]', new Uint8Array(1)), /no known type/],
    ['an array that is too long', message('[{"$":0},[["f64",2]]]', new Uint8Array(15)), /longer than the message/],
    ['a negative length', message('[{"$":0},[["u8",-1]]]'), /longer than the message/],
    ['half an element', message('[{"$":0},[["u16",0.5]]]', new Uint8Array(1)), /longer than the message/],
    ['a length as text', message('[{"$":0},[["u8","1"]]]', new Uint8Array(1)), /longer than the message/],
    ['an immense length', message('[{"$":0},[["f64",1e308]]]', new Uint8Array(8)), /longer than the message/],
    ['bytes behind the arrays', message('[1,[]]', new Uint8Array(1)), /longer than its arrays/],
    ['an array twice', message('[[{"$":0},{"$":0}],[["u8",1]]]', new Uint8Array(1)), /out of order/],
    ['an array that is not there', message('[{"$":1},[["u8",1]]]', new Uint8Array(1)), /out of order/],
    ['an array without a use', message('[1,[["u8",1]]]', new Uint8Array(1)), /does not use all/],
    ['more beside an array', message('[{"$":0,"a":1},[["u8",1]]]', new Uint8Array(1)), /more beside/],
    ['an unknown word', message('[{"$":"eval"},[]]'), /out of order/],
    ['a name for itself', message('[{"$a":1},[]]'), /none may have/],
    ['another prototype', message('[{"__proto__":{"a":1}},[]]'), /none may have/],
    ['deep nesting', message(`[${'['.repeat(70)}${']'.repeat(70)},[]]`), /nested too deeply/],
    ['a hundred thousand levels', message(`[${'['.repeat(1e5)}${']'.repeat(1e5)},[]]`), /nested too deeply|not JSON/],
  ])('is refused where it has %s', (_, bytes, words) => {
    expect(() => decodeWire(bytes)).toThrow(words);
    expect(() => decodeWire(bytes)).toThrow(WireError);
  });

  it('is read, or refused as no message, whichever of its bytes are others', () => {
    const seed = 21;
    const random = testRandom(seed);
    const given = encodeWhole({ a: Float32Array.of(1, 2), $b: [Number.NaN, { c: Uint8Array.of(1, 2, 3) }] });
    let refused = 0;
    for (let k = 0; k < 3000; k++) {
      const bytes = given.slice(0, random() < 0.2 ? Math.floor(random() * given.length) : given.length);
      for (let n = 0; n < 3; n++) bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
      try {
        decodeWire(bytes);
      } catch (error) {
        expect(error, `seed ${seed}, message ${k}`).toBeInstanceOf(WireError);
        refused++;
      }
    }
    expect(refused).toBeGreaterThan(1000);
  });
});

describe('frames', () => {
  const frames: WireFrame[] = [
    { kind: 'event', content: Uint8Array.of(1, 2, 3) },
    { kind: 'event', content: new Uint8Array(0) },
    { kind: 'answer', content: new Uint8Array(300).fill(9) },
    { kind: 'failure', content: new Uint8Array(0) },
  ];
  const stream = Uint8Array.from(
    frames.flatMap(({ kind, content }) => [...frameHead(kind, content.length), ...content]),
  );

  it.each([1, 2, 7, 8, 100, 1000])('are put together of pieces of %i bytes', (size) => {
    const reader = new FrameReader();
    const found: WireFrame[] = [];
    for (let at = 0; at < stream.length; at += size) found.push(...reader.take(stream.slice(at, at + size)));
    expect(found).toEqual(frames);
    expect(reader.isWithin).toBe(false);
  });

  it('say whether one is cut off', () => {
    const reader = new FrameReader();
    expect([...reader.take(stream.slice(0, 5))]).toEqual([]);
    expect(reader.isWithin).toBe(true);
  });

  it('are refused if they are of an unknown kind, or longer than allowed, before there is memory for them', () => {
    const unknown = new Uint8Array(FRAME_HEAD_BYTES);
    unknown[0] = 4;
    expect(() => [...new FrameReader().take(unknown)]).toThrow(/no frame of the kind 4/);
    expect(() => [...new FrameReader(1000).take(frameHead('event', 2 ** 32 - 1))]).toThrow(/longer than 1000/);
  });
});

const TYPES = [Uint8Array, Int16Array, Uint32Array, Float32Array, Float64Array] as const;

function randomValue(random: () => number, depth: number): unknown {
  const pick = Math.floor(random() * (depth > 0 ? 9 : 7));
  const count = Math.floor(random() * 5);
  if (pick === 0) return random() < 0.5 ? null : undefined;
  if (pick === 1) return random() < 0.5;
  if (pick === 2) return [0, -0, Number.NaN, Number.POSITIVE_INFINITY, -1 / 3][count];
  if (pick === 3) return (random() - 0.5) * 10 ** (40 * random() - 20);
  if (pick === 4) return randomText(random);
  if (pick <= 6)
    return new TYPES[count](Array.from({ length: Math.floor(random() * 9) }, () => Math.floor(random() * 100)));
  if (pick === 7) return Array.from({ length: count }, () => randomValue(random, depth - 1));
  return Object.fromEntries(Array.from({ length: count }, () => [randomText(random), randomValue(random, depth - 1)]));
}

const randomText = (random: () => number): string =>
  Array.from(
    { length: Math.floor(random() * 6) },
    () => ['$', 'a', 'é', '\ud83d', '"', '\n', '\0'][Math.floor(random() * 7)],
  ).join('');
