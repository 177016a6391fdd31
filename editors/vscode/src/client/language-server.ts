/** The language server of this window, whichever it is: started, restarted, asked. */
import type * as vscode from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import {
  ENVIRONMENTS,
  FILES,
  RUN_EVENT,
  type Environments,
  type IndexedFile,
  type OnRunEvent,
  type RunEvent,
  type ServerCommands,
} from './messages.js';
import { serverSettings, type ServerSettings } from './client-options.js';

export interface StartedServer {
  readonly client: BaseLanguageClient;
  /** Whether it sends requests when it is asked to. */
  readonly canRun: boolean;
}

export type StartServer = (settings: ServerSettings) => Promise<StartedServer>;

export class LanguageServer implements vscode.Disposable {
  readonly #start: StartServer;
  readonly #environment: () => string | undefined;
  readonly #listeners = new Set<OnRunEvent>();
  readonly #onReady = new Set<() => void>();
  #server: Promise<StartedServer> | undefined;

  constructor(start: StartServer, environment: () => string | undefined) {
    this.#start = start;
    this.#environment = environment;
  }

  /** Starts it, or starts it again. */
  async restart(): Promise<void> {
    await this.stop();
    this.#server = this.#open();
    await this.#server;
    for (const ready of this.#onReady) ready();
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    // One that never started has nothing to be stopped.
    await server?.then(({ client }) => client.stop()).catch(() => undefined);
  }

  dispose(): void {
    void this.stop();
  }

  onReady(ready: () => void): void {
    this.#onReady.add(ready);
  }

  onRunEvent(listener: OnRunEvent): vscode.Disposable {
    this.#listeners.add(listener);
    return { dispose: () => void this.#listeners.delete(listener) };
  }

  async canRun(): Promise<boolean> {
    return (await this.#running()).canRun;
  }

  async files(): Promise<readonly IndexedFile[]> {
    return (await this.#running()).client.sendRequest<readonly IndexedFile[]>(FILES, {});
  }

  async environments(): Promise<Environments> {
    return (await this.#running()).client.sendRequest<Environments>(ENVIRONMENTS, {});
  }

  async execute<Name extends keyof ServerCommands>(
    command: Name,
    argument: ServerCommands[Name][0],
    token?: vscode.CancellationToken,
  ): Promise<ServerCommands[Name][1]> {
    const { client } = await this.#running();
    const parameters = { command, arguments: [argument] };
    // The library would take a token that is undefined for a second parameter.
    const rest = token === undefined ? [] : [token];
    return client.sendRequest<ServerCommands[Name][1]>('workspace/executeCommand', parameters, ...rest);
  }

  /** Sends the settings that the server takes while it runs. */
  async sendSettings(): Promise<void> {
    const { client } = await this.#running();
    const settings = serverSettings({ environment: this.#environment() });
    await client.sendNotification('workspace/didChangeConfiguration', { settings });
  }

  async #open(): Promise<StartedServer> {
    const server = await this.#start({ environment: this.#environment() });
    server.client.onNotification(RUN_EVENT, (event: RunEvent) => {
      for (const listener of this.#listeners) listener(event);
    });
    return server;
  }

  async #running(): Promise<StartedServer> {
    if (this.#server === undefined) throw new Error('The language server of svc is not running.');
    return this.#server;
  }
}
