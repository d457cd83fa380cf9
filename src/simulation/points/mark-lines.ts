import { compose, rotation, transformDirection } from '../../base/affine.js';
import { optionalArray, type PointBatch } from '../../cloud/point-batch.js';
import { channelFrame, headFrame } from '../../pack/channel-records.js';
import { attitudeRotation } from '../../pack/pulse-program.js';
import type { Leg, Mount } from '../../platform/leg.js';
import type { Strokes } from '../../scanner/deflectors/deflector-kind.js';
import { deflectorKind } from '../../scanner/deflectors/index.js';
import { legTiming } from '../../scanner/leg-timing.js';
import type { Scanner } from '../../scanner/scanner.js';

/** Sets scan direction and edge of flight line of points, whose pulses are given. */
type LineMarker = (points: PointBatch, pulses: Uint32Array) => void;

const NO_LINES: LineMarker = (points) => {
  optionalArray(points, 'scanDirection');
  optionalArray(points, 'edgeOfFlightLine');
};

/**
 * Marks points by the scan lines of a leg, as ASPRS LAS Specification 1.4 – R15, table 9, has it: the scan direction is
 * 1 while the scan angle grows, which below the platform is from left to right; the edge of a flight line is the last
 * return of the last pulse of a scan line. Where the head turns the lines about, the direction is 1 while they run
 * upwards. Points of patterns without lines have 0 of both.
 */
export function lineMarker(scanner: Scanner, leg: Leg, mount: Mount): LineMarker {
  const timing = legTiming(scanner, leg);
  const { deflector, channels } = scanner;
  const strokes = deflectorKind(deflector).strokes(deflector, { ...timing, shots: 0 }, leg.warmup ?? 0);
  if (strokes === undefined) return NO_LINES;
  const isForward = timing.headRate !== 0 || growsToTheRight(strokes, scanner, leg, mount);
  return (points, pulses) => {
    const direction = optionalArray(points, 'scanDirection');
    const edge = optionalArray(points, 'edgeOfFlightLine');
    const { returnNumber, returnCount } = points;
    let [last, isGrowing, isEnd] = [-1, 0, false];
    for (let i = 0; i < points.count; i++) {
      const shot = Math.floor(pulses[i] / channels.length);
      if (shot !== last) {
        const stroke = strokes.of(shot);
        isGrowing = Number((strokes.alternate && stroke % 2 !== 0) !== isForward);
        isEnd = strokes.of(shot + 1) !== stroke;
        last = shot;
      }
      direction[i] = isGrowing;
      edge[i] = Number(isEnd && returnNumber[i] === returnCount[i]);
    }
  };
}

/** Whether the scan angle grows with the angle along a stroke, of a head that stands still. */
function growsToTheRight({ along }: Strokes, scanner: Scanner, leg: Leg, mount: Mount): boolean {
  const head = compose(attitudeRotation(leg.mount ?? mount), headFrame(scanner));
  const turned = compose(head, rotation([0, 0, 1], -leg.azimuthStart));
  // The deflector's x axis, in the platform's body (x right, y forward): elevations turn about it, azimuths towards it.
  const [right, forward] = transformDirection(compose(turned, channelFrame(scanner, scanner.channels[0])), [1, 0, 0]);
  return along === 'elevation' ? forward < 0 : right > 0;
}
