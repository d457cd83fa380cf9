import { effect, signal } from '@preact/signals';

const query = matchMedia('(prefers-color-scheme: light)');

/** True if the page is dark: by the user's choice, or else by the system's. */
export const dark = signal(chosen() ?? !query.matches);

query.addEventListener('change', () => {
  if (chosen() === undefined) dark.value = !query.matches;
});

function chosen(): boolean | undefined {
  const theme = localStorage.getItem('theme');
  return theme === null ? undefined : theme === 'dark';
}

/** Makes the page dark or light, from now on. */
export function setDark(isDark: boolean): void {
  localStorage.setItem('theme', isDark ? 'dark' : 'light');
  dark.value = isDark;
}

effect(() => {
  document.documentElement.dataset.theme = dark.value ? 'dark' : 'light';
});
