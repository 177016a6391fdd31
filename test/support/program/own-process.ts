import { hostname } from 'node:os';
import { setOwnProcess } from '../../../src/primitives/own-process.js';

/** Provides what the entry of the program sets, for tests of code that needs it. */
export function registerOwnProcess(): void {
  setOwnProcess({ id: process.pid, host: hostname, isAlive });
}

export function isAlive(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
}
