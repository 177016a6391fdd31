import type { TerminalInput } from '../process/process-context.js';

/** What a key asks for: to run again, everything, or what failed in the last run. */
export type WatchKey = 'again' | 'all' | 'failed';

export interface WatchKeys {
  /** Resolves with the latest key that was pressed since the last call, or with none when the signal is aborted. */
  readonly next: (signal: AbortSignal) => Promise<WatchKey | undefined>;
  /** Gives the terminal back. */
  readonly close: () => void;
}

export const KEYS_HELP = 'Enter: run again, a: all, f: failed only, q: quit';

const KEYS: ReadonlyMap<string, WatchKey | 'quit'> = new Map([
  ['\r', 'again'],
  ['\n', 'again'],
  ['a', 'all'],
  ['f', 'failed'],
  ['q', 'quit'],
  ['\u0004', 'quit'], // Ctrl-D
]);
const CTRL_C = '\u0003';
const CTRL_Z = '\u001a';
const ESCAPE = '\u001b';

/** Reads keys from a terminal; `onQuit` is called at once, also during a run. */
export function openWatchKeys(input: TerminalInput, onQuit: () => void): WatchKeys {
  let pressed: WatchKey | undefined;
  let wake = (): void => undefined;

  const press = (character: string): void => {
    if (character === CTRL_C) return input.interrupt();
    if (character === CTRL_Z) return suspend(input);
    const key = KEYS.get(character.toLowerCase());
    if (key === undefined) return;
    if (key === 'quit') return onQuit();
    pressed = key;
    wake();
  };

  input.setRawMode(true);
  const release = input.onText((text) => {
    // Arrows and other keys without a character send a sequence, whose letters are not keys.
    if (!text.startsWith(ESCAPE)) for (const character of text) press(character);
  });
  return {
    next: async (signal) => {
      await new Promise<void>((resolve) => {
        wake = resolve;
        signal.addEventListener('abort', () => resolve(), { once: true });
        if (pressed !== undefined || signal.aborted) resolve();
      });
      const key = pressed;
      pressed = undefined;
      return key;
    },
    close: () => {
      release();
      input.setRawMode(false);
    },
  };
}

/** The shell must not find the terminal in raw mode. */
function suspend(input: TerminalInput): void {
  input.setRawMode(false);
  input.suspend(() => input.setRawMode(true));
}
