import { useComputed } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Studio } from '../state/studio.js';
import { followPlaying } from '../state/time/play.js';
import { nextBegin, runningLeg, type SceneClock, sceneClockOf, withinClock } from '../state/time/scene-clock.js';

/** Factors of speed, and how they are written. */
const SPEEDS = Object.freeze([
  { speed: 0.25, name: '¼×' },
  { speed: 1, name: '1×' },
  { speed: 4, name: '4×' },
]);
/** Seconds of an arrow key, and with Shift. */
const [STEP, SMALL_STEP] = [0.1, 0.01];
/** More legs are not marked one by one. */
const MARKED_MAX = 500;

/** The time of the survey, at which what moves is drawn: shown where something moves. */
export function TimeLine({ studio }: { studio: Studio }) {
  const { time, survey } = studio;
  const clock = useComputed(() => sceneClockOf(survey.value?.legs ?? []));
  useEffect(() => followPlaying(time, clock), [time, clock]);
  // What comes next begins anew.
  useEffect(() => () => time.goTo(0), [time]);
  const whole = clock.value;
  const { now, isPlaying, speed } = time;
  // A survey may become shorter.
  useEffect(() => {
    if (whole) now.value = withinClock(whole, now.peek());
  }, [whole, now]);
  if (!whole) return null;
  const label = isPlaying.value ? 'Stop' : 'Play';
  return (
    <section class="time-line" aria-label="Time line">
      <button
        type="button"
        class="icon"
        title={`${label} what moves (K)`}
        aria-label={label}
        onClick={() => time.toggle()}
      >
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <path d={isPlaying.value ? 'M4 3h3v10H4zM9 3h3v10H9z' : 'M4.5 2.5l8 5.5-8 5.5z'} />
        </svg>
      </button>
      <Slider clock={whole} now={now.value} onChange={(to) => time.goTo(to)} onToggle={() => time.toggle()} />
      <output class="time-now" aria-hidden="true">
        {now.value.toFixed(2)} s
      </output>
      <select
        aria-label="Speed"
        title="Speed"
        value={String(speed.value)}
        onChange={({ currentTarget }) => {
          speed.value = Number(currentTarget.value);
        }}
      >
        {SPEEDS.map(({ speed: factor, name }) => (
          <option key={name} value={String(factor)}>
            {name}
          </option>
        ))}
      </select>
    </section>
  );
}

interface SliderProps {
  clock: SceneClock;
  now: number;
  onChange(time: number): void;
  onToggle(): void;
}

/** The chosen moment between the beginning and the end of the survey, below its legs. */
function Slider({ clock, now, onChange, onToggle }: SliderProps) {
  const leg = runningLeg(clock, now)?.name;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const to = timeOfKey(event, clock, now);
    // Fields keep keys of the page to themselves.
    const isToggle = event.key === ' ' || event.key.toLowerCase() === 'k';
    if (to === undefined && !isToggle) return;
    event.preventDefault();
    event.stopPropagation();
    if (isToggle) onToggle();
    else if (to !== undefined) onChange(withinClock(clock, to));
  };
  return (
    <div class="time-slider">
      <LegMarks clock={clock} now={now} />
      <input
        type="range"
        aria-label="Time"
        aria-valuetext={`${now.toFixed(2)} seconds${leg === undefined ? '' : `, ${leg}`}`}
        title={leg}
        min={clock.from}
        max={clock.to}
        step="any"
        value={now}
        onKeyDown={onKeyDown}
        onInput={({ currentTarget }) => onChange(Number(currentTarget.value))}
      />
    </div>
  );
}

/** The moment to which a key leads; undefined: none. */
function timeOfKey({ key, shiftKey }: KeyboardEvent, clock: SceneClock, now: number): number | undefined {
  const step = shiftKey ? SMALL_STEP : STEP;
  if (key === 'ArrowRight' || key === 'ArrowUp') return now + step;
  if (key === 'ArrowLeft' || key === 'ArrowDown') return now - step;
  if (key === 'PageUp') return nextBegin(clock, now, 1);
  if (key === 'PageDown') return nextBegin(clock, now, -1);
  if (key === 'Home') return clock.from;
  return key === 'End' ? clock.to : undefined;
}

function LegMarks({ clock: { from, to, legs }, now }: Pick<SliderProps, 'clock' | 'now'>) {
  if (legs.length > MARKED_MAX) return null;
  const share = (seconds: number) => `${(100 * seconds) / (to - from)}%`;
  return (
    <div class="time-legs" aria-hidden="true">
      {legs.map((leg) => (
        <span
          key={leg.name}
          class={leg.from <= now && now <= leg.to ? 'now' : undefined}
          title={leg.name}
          style={{ left: share(leg.from - from), width: share(leg.to - leg.from) }}
        >
          {leg.name}
        </span>
      ))}
    </div>
  );
}
