import type { ContractRequest } from '../runs/verify-contracts.js';
import { LISTING_THREAD, type Engine } from '../engine/engine.js';
import type { Environments } from '../settings/environments.js';

/** Contract verification for clients, without events and history; results are lines of JSON. */
export interface Contracts {
  files(): Promise<Uint8Array>;
  verify(request: ContractRequest, signal: AbortSignal): Promise<Uint8Array>;
  /** Returns the number of running verifications and the results of the last one, which are kept in memory only. */
  last(): Uint8Array;
}

export interface ContractsInput {
  readonly engine: Pick<Engine, 'call'>;
  readonly environments: Pick<Environments, 'active'>;
}

export function createContracts({ engine, environments }: ContractsInput): Contracts {
  let running = 0;
  let last = { providerUrl: '', finishedAt: '' };
  let results: Uint8Array = Buffer.from('[]\n');
  return {
    files: () => engine.call('contractFiles', null, LISTING_THREAD),
    verify: async (request, signal) => {
      const environment = request.environment || environments.active();
      running += 1;
      try {
        const verified = await engine.call('verify', { ...request, environment }, { signal });
        results = verified;
        last = { providerUrl: request.providerUrl, finishedAt: new Date().toISOString() };
        return verified;
      } finally {
        running -= 1;
      }
    },
    last: () => {
      const head = `${JSON.stringify({ running, ...last }).slice(0, -1)},"results":`;
      return Buffer.concat([Buffer.from(head), results.subarray(0, -1), Buffer.from('}\n')]);
    },
  };
}
