/** The address of a running `svc serve`, its token, and calls of it. */
import * as vscode from 'vscode';
import { loopbackOrigin } from './loopback-origin.js';

export interface CallOptions {
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

export class ServeAddress {
  readonly #secrets: vscode.SecretStorage;

  constructor(secrets: vscode.SecretStorage) {
    this.#secrets = secrets;
  }

  /** Undefined when the setting is empty. */
  get origin(): string | undefined {
    const written = vscode.workspace.getConfiguration('svc').get<string>('serverUrl', '').trim();
    return written === '' ? undefined : loopbackOrigin(written);
  }

  /** The response to a call, which posts the body if there is one; asks for the token when the server wants one. */
  async call<Result>(path: string, { body, signal }: CallOptions): Promise<Result> {
    const { origin } = this;
    if (origin === undefined) throw new Error('The setting svc.serverUrl is empty.');
    const key = `svc.token ${origin}`;
    const token = await this.#secrets.get(key);
    const url = `${origin}/api/v1${path}`;
    let response = await send(url, { body, token, signal });
    if (response.status === 401) {
      const given = await askToken(origin);
      if (given === undefined) throw new Error(`${origin} wants an API token.`);
      response = await send(url, { body, token: given, signal });
      // A wrong one is forgotten, so that the next call asks again.
      if (response.status === 401) throw new Error(`${origin} did not accept the API token.`);
      await this.#secrets.store(key, given);
    }
    const result = await readJson(response, origin);
    if (!response.ok) throw new Error(messageOf(result) ?? `${origin} responded with ${response.status}.`);
    return result as Result;
  }
}

async function send(
  url: string,
  { body, token, signal }: CallOptions & { readonly token: string | undefined },
): Promise<Response> {
  const headers = new Headers();
  if (token !== undefined) headers.set('Authorization', `Bearer ${token}`);
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  const content = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  try {
    // A redirect could lead to another machine.
    return await fetch(url, { ...content, headers, redirect: 'error', ...(signal && { signal }) });
  } catch (error) {
    if (signal?.aborted === true) throw error;
    const { origin } = new URL(url);
    throw new Error(`${origin} does not respond; start it with svc serve --cors.`, { cause: error });
  }
}

async function askToken(origin: string): Promise<string | undefined> {
  const prompt = `API token of ${origin}`;
  return vscode.window.showInputBox({ prompt, password: true, ignoreFocusOut: true });
}

async function readJson(response: Response, origin: string): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    throw new Error(`${origin} did not respond with JSON; it is not svc serve.`, { cause: error });
  }
}

function messageOf(result: unknown): string | undefined {
  if (typeof result !== 'object' || result === null || !('message' in result)) return undefined;
  return typeof result.message === 'string' ? result.message : undefined;
}
