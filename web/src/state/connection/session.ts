/** The API token, and whether the server can be reached. */
import { signal } from '@preact/signals';
import type { SystemInfo } from '../../../../src/server/api-types.js';
import { ApiError, setCredentials } from '../../api/client.js';
import { readSystemInfo } from '../../api/service.js';

const TOKEN_KEY = 'svc.token';

/** `checking` until the events are connected; `locked` while the server requires a token that the page does not have. */
export const access = signal<'checking' | 'open' | 'locked' | 'unreachable'>('checking');
/** The reason why the last token was refused. */
export const accessProblem = signal('');
export const system = signal<SystemInfo | undefined>(undefined);
/** Whether the stream of events is interrupted. */
export const isDisconnected = signal(false);

let token = sessionStorage.getItem(TOKEN_KEY) ?? '';

export function prepareSession(): void {
  takeLinkedToken();
  setCredentials({
    token: () => token,
    onRefused: () => {
      access.value = 'locked';
    },
  });
}

/**
 * `svc serve --token auto` prints a link with the token in the fragment, which browsers never send. The token is
 * removed from the address bar and the history of the tab at once. Returns true if there was one.
 */
export function takeLinkedToken(): boolean {
  const { hash, pathname, search } = window.location;
  const linked = LINKED_TOKEN.exec(hash)?.[1];
  if (linked === undefined) return false;
  window.history.replaceState(window.history.state, '', pathname + search);
  token = linked;
  sessionStorage.setItem(TOKEN_KEY, token);
  return true;
}

const LINKED_TOKEN = /^#token=([\x21-\x7e]+)$/;

/** True if the API can be used. */
export async function openSession(): Promise<boolean> {
  try {
    system.value = await readSystemInfo();
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    access.value = error.status === 401 ? 'locked' : 'unreachable';
    accessProblem.value = error.status === 401 ? '' : error.message;
    return false;
  }
}

/** The token is stored for this tab only. */
export async function enterToken(entered: string): Promise<boolean> {
  token = entered.trim();
  const accepted = await openSession();
  if (accepted) sessionStorage.setItem(TOKEN_KEY, token);
  else if (access.value === 'locked') accessProblem.value = 'This is not the token of the server.';
  return accepted;
}
