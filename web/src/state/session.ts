/** Who is asking, and whether the server is there. */
import { signal } from '@preact/signals';
import type { SystemInfo } from '../../../src/server/api-types.js';
import { ApiError, useCredentials } from '../api/client.js';
import { readSystemInfo } from '../api/service.js';

const TOKEN_KEY = 'svc.token';

/** `checking` until the server is listened to; `locked` while the server wants a token that we do not have. */
export const access = signal<'checking' | 'open' | 'locked' | 'unreachable'>('checking');
/** Why the last token was refused. */
export const accessProblem = signal('');
export const system = signal<SystemInfo | undefined>(undefined);
/** Events were heard, or should have been, and are not. */
export const isCutOff = signal(false);

let token = sessionStorage.getItem(TOKEN_KEY) ?? '';

export function prepareSession(): void {
  takeLinkedToken();
  useCredentials({
    token: () => token,
    refused: () => {
      access.value = 'locked';
    },
  });
}

/**
 * `svc serve --token auto` prints a link with the token in the fragment, which browsers send to nobody. It leaves the
 * address bar and the history of the tab at once; true when there was one.
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

/** True when the API may be used now. */
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

/** Kept for this tab only, so that it is gone with it. */
export async function enterToken(entered: string): Promise<boolean> {
  token = entered.trim();
  const accepted = await openSession();
  if (accepted) sessionStorage.setItem(TOKEN_KEY, token);
  else if (access.value === 'locked') accessProblem.value = 'This is not the token of the server.';
  return accepted;
}
