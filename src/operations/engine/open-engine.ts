import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { EventBus } from '../../events/bus.js';
import { programFile } from '../../primitives/threads/program-file.js';
import type { ServiceOptions } from '../settings/service-options.js';
import type { Engine } from './engine.js';
import { EnginePool } from './engine-pool.js';
import type { EngineSetup } from './engine-setup.js';

const MAX_THREADS = Math.max(2, Math.min(8, availableParallelism()));

/** Threads start with the first call. Without a build there are only the sources, which no thread can load. */
export async function openEngine(options: ServiceOptions, events: EventBus): Promise<Engine> {
  const { root, config, allowShell, allowDb, process, log, cpuTime } = options;
  const setup: EngineSetup = { root, config, allowShell, allowDb, process };
  const file = programFile('engine-worker.js');
  if (!existsSync(file)) {
    const { inlineEngine } = await import('./inline-engine.js');
    return inlineEngine({ setup, log, cpuTime, isHeard: () => events.isHeard });
  }
  const listeners = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const count = new Int32Array(listeners);
  events.onListeners((listening) => Atomics.store(count, 0, listening));
  return new EnginePool({ file, setup, log, listeners, maxThreads: MAX_THREADS });
}
