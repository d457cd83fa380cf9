import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** CSS pixels of an element, which follow its place on the page; zero until it is there. */
export function useSize(element: { current: Element | null }): Signal<{ width: number; height: number }> {
  const size = useSignal({ width: 0, height: 0 });
  useEffect(() => {
    const { current } = element;
    if (!current) return;
    const observer = new ResizeObserver(() => {
      size.value = { width: current.clientWidth, height: current.clientHeight };
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
