import { hostname } from 'node:os';
import { setOwnProcess } from '../../src/primitives/own-process.js';

/** What the entry of the program registers, for tests of code that asks for it. */
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
