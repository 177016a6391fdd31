/** Tells the client that what it shows of documents is out of date, so that it asks again. */
import type { Session } from './session.js';

export type Refreshed = 'semanticTokens' | 'codeLens';

export interface Refresher {
  /** Does nothing for clients that do not ask again. */
  readonly refresh: (what: Refreshed) => void;
}

export interface RefresherOptions {
  readonly session: () => Session;
  readonly sendRequest: (method: string) => Promise<unknown>;
}

export function createRefresher({ session, sendRequest }: RefresherOptions): Refresher {
  /** What the client was told and has not responded to, with whether it changed meanwhile. */
  const sent = new Map<Refreshed, boolean>();
  const isAble = (what: Refreshed): boolean => {
    const { refreshesTokens, refreshesLenses } = session().abilities;
    return what === 'codeLens' ? refreshesLenses : refreshesTokens;
  };
  const refresh = (what: Refreshed): void => {
    if (sent.has(what)) return void sent.set(what, true);
    if (!isAble(what)) return;
    sent.set(what, false);
    const end = (): void => {
      const hasChanged = sent.get(what) === true;
      sent.delete(what);
      if (hasChanged) refresh(what);
    };
    // A client that fails goes on showing what it had, which is no reason to end anything.
    sendRequest(`workspace/${what}/refresh`).then(end, () => sent.delete(what));
  };
  return { refresh };
}
