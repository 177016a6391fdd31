import type { Engine } from '../engine/engine.js';
import type { Environments } from '../settings/environments.js';
import type { FileStrengthRequest } from '../strength/perform-file-strength.js';
import type { HistoryAccess } from './history-access.js';

/** Measures for clients how much the tests of a file would notice. */
export interface Strength {
  /** Returns a line of JSON. */
  measure(request: StrengthOptions, signal: AbortSignal): Promise<Uint8Array>;
}

export type StrengthOptions = Omit<FileStrengthRequest, 'environment' | 'history'> & {
  /** Replaces the active environment. */
  readonly environment?: string | undefined;
};

export interface StrengthInput {
  readonly engine: Pick<Engine, 'call'>;
  readonly environments: Pick<Environments, 'active'>;
  readonly history: Pick<HistoryAccess, 'settings'>;
}

export function createStrength({ engine, environments, history }: StrengthInput): Strength {
  return {
    measure: (request, signal) => {
      const environment = request.environment || environments.active();
      const measured = { ...request, environment, history: history.settings };
      return engine.call('measureStrength', measured, { signal, key: request.file, lane: 'heavy' });
    },
  };
}
