import { isPlainMap } from '../document/plain-value.js';

type Values = Readonly<Record<string, unknown>>;

/** How a part of the scene moves, as its text has it; undefined: it stands. */
export function motionText(part: Values): string | undefined {
  const { motion, animation, generate } = part;
  const moving = isPlainMap(generate) ? generate.moving : undefined;
  const found = [
    ...(isPlainMap(motion) ? [`${courseText(motion)}${timesText(motion)}`] : []),
    ...(isPlainMap(animation) ? [clipText(animation)] : []),
    ...(isPlainMap(moving) ? [trafficText(moving)] : []),
  ];
  return found.length > 0 ? found.join('; ') : undefined;
}

function courseText({ path, trajectory, keys, velocity, spin, follow, updates, ...motion }: Values): string {
  if (path !== undefined) return `along ${counted(path, 'point')}${withUnit(motion.speed, ' at # m/s')}`;
  if (trajectory !== undefined) return `as recorded${withUnit(of(trajectory, 'file'), ' in #')}`;
  if (keys !== undefined) return `through ${counted(keys, 'pose')}`;
  if (velocity !== undefined) return `at ${speedOf(velocity)}${withUnit(motion.turnRate, ', turning by # °/s')}`;
  if (spin !== undefined) return `spins${withUnit(of(spin, 'rate'), ' by # °/s')}`;
  if (follow === 'platform') return 'with the platform';
  if (follow !== undefined) {
    const other = written(of(follow, 'part')) ?? 'another part';
    return `${withUnit(of(follow, 'behind'), '# m behind ') || 'with '}${other}`;
  }
  return updates === undefined ? 'as the text says' : `by ${counted(updates, 'update')}`;
}

/** When a motion begins, and what is before and after. */
function timesText({ start, before, after }: Values): string {
  return [withUnit(start, ', from # s'), WORDS.before[String(before)] ?? '', WORDS.after[String(after)] ?? ''].join('');
}

const WORDS: Readonly<Record<'before' | 'after', Readonly<Record<string, string>>>> = {
  before: { hidden: ', hidden before', continue: ', and before likewise' },
  after: {
    hidden: ', hidden afterwards',
    continue: ', and on afterwards',
    loop: ', over and over',
    reverse: ', back and forth',
  },
};

function clipText({ clip, speed, stride }: Values): string {
  const name = clip === undefined ? 'its first clip' : `the clip ${written(clip) ?? ''}`;
  return `plays ${name}${withUnit(speed, ', # times as fast')}${withUnit(stride, ', once in # m')}`;
}

function trafficText({ vehicles, walkers }: Values): string {
  const counts = [withUnit(vehicles, '# vehicles'), withUnit(walkers, '# walkers')].filter((text) => text !== '');
  return counts.length > 0 ? `${counts.join(' and ')} in it` : 'traffic in it';
}

/** A number or a word of the text; undefined: it is neither. */
const written = (value: unknown): string | undefined =>
  typeof value === 'number' || typeof value === 'string' ? String(value) : undefined;

/** A template with the value in place of its #; nothing without a value. */
const withUnit = (value: unknown, template: string): string => {
  const text = written(value);
  return text === undefined ? '' : template.replace('#', () => text);
};

const of = (value: unknown, key: string): unknown => (isPlainMap(value) ? value[key] : undefined);

function counted(value: unknown, noun: string): string {
  const count = Array.isArray(value) ? value.length : 0;
  return count === 1 ? `1 ${noun}` : `${count || 'some'} ${noun}s`;
}

function speedOf(velocity: unknown): string {
  const speed = Array.isArray(velocity) ? Math.hypot(...velocity.map(Number)) : Number.NaN;
  return Number.isFinite(speed) ? `${Number(speed.toPrecision(3))} m/s` : 'some speed';
}
