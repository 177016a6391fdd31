import type { HistoryConnection, Query } from './queries/history-connection.js';
import type { TeamStore, TeamStoreOptions } from './team/team-store.js';

/** Loads the code of the team history with the first query, since most processes have none. */
export class LazyTeamStore implements HistoryConnection {
  readonly #options: TeamStoreOptions;
  readonly #onWarning: (message: string) => void;
  #store: Promise<TeamStore> | undefined;
  #limitMs: number | undefined;

  constructor(options: TeamStoreOptions, onWarning: (message: string) => void) {
    this.#options = options;
    this.#onWarning = onWarning;
  }

  readonly query: Query = async (name, ...args) => (await this.#opened()).query(name, ...args);

  finishWithin(milliseconds: number): void {
    this.#limitMs = milliseconds;
    void this.#store?.then((store) => store.finishWithin(milliseconds));
  }

  async close(): Promise<void> {
    await (await this.#store)?.close();
  }

  #opened(): Promise<TeamStore> {
    return (this.#store ??= this.#open());
  }

  async #open(): Promise<TeamStore> {
    const { TeamStore } = await import('./team/team-store.js');
    const store = new TeamStore(this.#options, this.#onWarning);
    if (this.#limitMs !== undefined) store.finishWithin(this.#limitMs);
    return store;
  }
}
