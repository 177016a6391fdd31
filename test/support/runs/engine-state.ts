import { availableParallelism } from 'node:os';
import type { RunningServer } from '../servers/running-server.js';

/** The state of the engine threads, as GET /system/info returns it. */
export interface EngineState {
  readonly threads: number;
  readonly busy: number;
  readonly restarts: number;
}

/** The most engine threads of a server: one per core, at least two and at most eight. */
export const MAX_ENGINE_THREADS = Math.min(8, Math.max(2, availableParallelism()));

export async function engineOf({ get }: RunningServer): Promise<EngineState> {
  const { json } = await get('/system/info');
  const { engine } = json as { readonly engine?: EngineState };
  if (engine === undefined) throw new Error('GET /system/info has no engine');
  return engine;
}
