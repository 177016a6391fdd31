import { setFlagsFromString } from 'node:v8';

/** A collection that only gives memory back begins seconds after the start, beside the load, and delays what is sent. */
export function keepMemory(): void {
  setFlagsFromString('--no-memory-reducer');
}
