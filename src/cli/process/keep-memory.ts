import { setFlagsFromString } from 'node:v8';

/**
 * A collection that only gives memory back begins seconds after the start of a thread, beside its load, and delays what
 * it sends. Threads that are started after this call have none.
 */
export function keepMemory(): void {
  setFlagsFromString('--no-memory-reducer');
}
