import type { TerminalInput } from '../../../src/cli/process/process-context.js';

interface Keyboard {
  readonly input: TerminalInput;
  /** What was asked of the terminal, in order. */
  readonly log: string[];
  readonly type: (text: string) => void;
}

/** A terminal whose keys the test presses. */
export function createKeyboard(): Keyboard {
  const log: string[] = [];
  let listener: ((text: string) => void) | undefined;
  const input: TerminalInput = {
    setRawMode: (on) => void log.push(on ? 'raw' : 'cooked'),
    onText: (given) => {
      listener = given;
      return () => {
        listener = undefined;
        log.push('released');
      };
    },
    interrupt: () => void log.push('interrupted'),
    suspend: (onContinue) => {
      log.push('suspended');
      onContinue();
    },
  };
  return { input, log, type: (text) => listener?.(text) };
}
