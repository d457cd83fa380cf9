import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Studio } from '../state/studio.js';

/** Pixels from its end within which a log follows what comes. */
const NEAR = 24;

const KINDS = { info: '', warning: 'warning: ', error: 'failed: ' } as const;

/** The log, newest line last. The end stays in sight unless the user has scrolled away. */
export function LogPanel({ studio }: { studio: Studio }) {
  const list = useRef<HTMLOListElement>(null);
  const isAtEnd = useRef(true);
  const lines = studio.messages.log.value;
  useLayoutEffect(() => {
    const panel = list.current?.parentElement;
    if (!panel) return;
    const follow = () => {
      isAtEnd.current = panel.scrollTop + panel.clientHeight >= panel.scrollHeight - NEAR;
    };
    panel.addEventListener('scroll', follow);
    return () => panel.removeEventListener('scroll', follow);
  }, [lines.length === 0]);
  useLayoutEffect(() => {
    const panel = list.current?.parentElement;
    if (panel && isAtEnd.current) panel.scrollTop = panel.scrollHeight;
  }, [lines]);
  if (lines.length === 0)
    return <p class="log-empty quiet">Nothing yet. What runs, saves and files have to say is kept here.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
    <ol ref={list} class="log" aria-label="Log" aria-live="off" tabIndex={0}>
      {lines.map(({ level, time, message }, index) => (
        <li key={index} class={level}>
          <time>{time.toLocaleTimeString('en-GB')}</time>
          <span>
            {KINDS[level]}
            {message}
          </span>
        </li>
      ))}
    </ol>
  );
}
