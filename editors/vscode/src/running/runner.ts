/** Runs requests the one way that this window has: by the language server, or by a running `svc serve`. */
import * as vscode from 'vscode';
import type { LanguageServer } from '../client/language-server.js';
import type { KeptResponse, OnRunEvent, RequestPlace, RunResult } from '../client/messages.js';
import { RestRunner } from './rest-runner.js';
import type { ServeAddress } from './serve-address.js';

const NO_WAY =
  'Running requests needs svc on this machine, or the address of a running svc serve --cors in the setting svc.serverUrl.';

export class Runner {
  readonly #server: LanguageServer;
  readonly #address: ServeAddress;
  readonly #environment: () => string | undefined;
  readonly #rest: RestRunner;

  constructor(server: LanguageServer, address: ServeAddress, environment: () => string | undefined) {
    this.#server = server;
    this.#address = address;
    this.#environment = environment;
    this.#rest = new RestRunner(address, environment);
  }

  /** Calls back while it goes on where results arrive one by one, and else with all of them at the end. */
  async run(place: RequestPlace, token: vscode.CancellationToken, onEvent: OnRunEvent): Promise<RunResult> {
    if (await this.#isByServe()) {
      const result = await this.#rest.run(place, token);
      for (const test of result.tests) onEvent({ run: result.run, event: 'finished', test });
      return result;
    }
    const listening = this.#server.onRunEvent(onEvent);
    try {
      return await this.#execute(place, token);
    } finally {
      listening.dispose();
    }
  }

  async response(place: RequestPlace): Promise<KeptResponse | null> {
    if (await this.#isByServe()) return this.#rest.response(place);
    return this.#server.execute('svc.response', { uri: place.uri, line: place.line ?? 1 });
  }

  async exportCurl(place: RequestPlace): Promise<string> {
    if (await this.#isByServe()) return this.#rest.exportCurl(place);
    const { text } = await this.#server.execute('svc.exportCurl', { uri: place.uri, line: place.line ?? 1 });
    return text;
  }

  async #execute({ uri, line }: RequestPlace, token: vscode.CancellationToken): Promise<RunResult> {
    const chosen = this.#environment();
    const environment = chosen === undefined ? {} : { environment: chosen };
    return line === undefined
      ? this.#server.execute('svc.runFile', { uri, ...environment }, token)
      : this.#server.execute('svc.run', { uri, line, ...environment }, token);
  }

  /** Throws where nothing may be sent or nothing can send. */
  async #isByServe(): Promise<boolean> {
    if (!vscode.workspace.isTrusted) throw new Error('Running requests needs a trusted workspace.');
    if (this.#address.origin !== undefined) return true;
    if (!(await this.#server.canRun())) throw new Error(NO_WAY);
    return false;
  }
}
