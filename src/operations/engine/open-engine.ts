import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { EventBus } from '../../events/bus.js';
import { programFile } from '../../primitives/threads/program-file.js';
import type { ServiceOptions } from '../settings/service-options.js';
import type { Engine } from './engine.js';
import { EnginePool } from './engine-pool.js';
import { SecretStore } from './secret-store.js';
import type { EngineSetup } from './engine-setup.js';

const MAX_THREADS = Math.max(2, Math.min(8, availableParallelism()));

/** Threads start with the first call. Without a build, no worker program exists and the work is done in this thread. */
export async function openEngine(options: ServiceOptions, events: EventBus): Promise<Engine> {
  const { root, config, allowShell, allowDb, clientEnv, process, log, cpuTime, tracing } = options;
  const { allowSecretCommands = false } = options;
  const permissions = { allowShell, allowDb, allowSecretCommands };
  const chosen = { ...(clientEnv && { clientEnv }), ...(tracing && { tracing }) };
  const setup: EngineSetup = { root, config, ...permissions, process, ...chosen };
  const secrets = allowSecretCommands ? new SecretStore({ process }) : undefined;
  const file = programFile('engine-worker.js');
  if (!existsSync(file)) {
    const { createInlineEngine } = await import('./inline-engine.js');
    return createInlineEngine({ setup, log, cpuTime, secrets, hasListeners: () => events.hasListeners });
  }
  const listeners = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const count = new Int32Array(listeners);
  events.onListenerCount((listening) => Atomics.store(count, 0, listening));
  return new EnginePool({ file, setup, log, listeners, secrets, maxThreads: MAX_THREADS });
}
