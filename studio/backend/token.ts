/** Key in the tab's storage: the token, while the tab is open. */
const KEY = 'subray-token';
const IN_ADDRESS = /^#token=([\w-]+)$/;

/** The token in the page's address. It is removed from there, so that nobody reads it or copies it along. */
export function takeToken(): string {
  // In an open tab a new address with another fragment loads nothing.
  addEventListener('hashchange', () => {
    if (keepToken()) location.reload();
  });
  keepToken();
  return sessionStorage.getItem(KEY) ?? '';
}

/** Keeps the token of the address, if it has one. */
function keepToken(): boolean {
  const token = IN_ADDRESS.exec(location.hash)?.[1];
  if (token === undefined) return false;
  sessionStorage.setItem(KEY, token);
  history.replaceState(history.state, '', location.pathname + location.search);
  return true;
}
