/** Asks people on the terminal of standard error to sign in. */
import type { PersonAsker } from '../../http/auth/auth-state.js';
import { RequestFailure } from '../../http/message/message.js';
import { EXIT, type ExitCode } from './exit-code.js';
import type { ProcessContext } from './process-context.js';

export interface TerminalAsker extends PersonAsker {
  /** Called before a line is written, so that a progress bar is not in its way. */
  beforeLine: () => void;
}

/** One for all runs of a process, so that nobody signs in again whenever a watched file changes. */
const askers = new WeakMap<ProcessContext, TerminalAsker>();

/** Undefined where nobody sees the question, or nobody is there to respond to it. */
export function openAsker(
  context: ProcessContext,
  { isCi, port }: { readonly isCi: boolean; readonly port: number | undefined },
): TerminalAsker | undefined {
  return context.stderr.isTerminal && !isCi ? createAsker(context, port) : undefined;
}

/** The code is loaded when the first person is asked. */
export function createAsker(context: ProcessContext, port = 0): TerminalAsker {
  const existing = askers.get(context);
  if (existing) return existing;
  const asker: TerminalAsker = {
    kept: new Map(),
    beforeLine: () => undefined,
    ask: async (grant, call) => {
      const { askPerson } = await import('../../http/sign-in/ask-person.js');
      const show = (text: string): Promise<void> => {
        asker.beforeLine();
        return context.stderr.write(text);
      };
      return askPerson(grant, call, { show, port });
    },
  };
  askers.set(context, asker);
  return asker;
}

/** A provider that refuses is no failure of the network. */
export function codeOfSignIn(error: RequestFailure): ExitCode {
  const isNetwork = error.errorKind !== 'auth' || error.cause instanceof RequestFailure;
  return isNetwork ? EXIT.network : EXIT.failed;
}
