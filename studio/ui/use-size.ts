import { type ReadonlySignal, type Signal, useComputed, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { pageTextScale } from './map-scale.js';

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

/** The size of an element in pixels that grow with the size of the page's text, from CSS pixels at the usual size. */
export function useTextSize(element: { current: Element | null }): ReadonlySignal<{ width: number; height: number }> {
  const size = useSize(element);
  return useComputed(() => {
    const { width, height } = size.value;
    const scale = width > 0 ? pageTextScale() : 1;
    return { width: width / scale, height: height / scale };
  });
}
