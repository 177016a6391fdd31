import type { ErrorKind } from '../../errors.js';
import type { TerminationSignal } from './process-context.js';

export type ExitCode = 0 | 1 | 2 | 3 | 4 | 64 | 70 | 130 | 143;

export const EXIT = {
  ok: 0,
  failed: 1,
  requestFile: 2,
  input: 3,
  network: 4,
  usage: 64,
  internal: 70,
} as const satisfies Record<string, ExitCode>;

export const CODE_OF_KIND: Readonly<Record<ErrorKind, ExitCode>> = {
  usage: EXIT.usage,
  'request-file': EXIT.requestFile,
  input: EXIT.input,
  output: EXIT.input,
  disk: EXIT.input,
  'not-found': EXIT.input,
  conflict: EXIT.input,
  changed: EXIT.input,
  forbidden: EXIT.input,
  'too-large': EXIT.input,
  unavailable: EXIT.input,
  network: EXIT.network,
  'timed-out': EXIT.network,
  cancelled: 130,
  internal: EXIT.internal,
};

export const CODE_OF_SIGNAL: Readonly<Record<TerminationSignal, ExitCode>> = { SIGINT: 130, SIGTERM: 143 };

/** The order of severity, the most severe code first. */
const PRECEDENCE: readonly ExitCode[] = [130, 143, 70, 64, 3, 2, 1, 4, 0];

/** Returns the most severe of several codes; success when there is none. */
export function worstExitCode(codes: Iterable<number | undefined>): ExitCode {
  const given: ReadonlySet<number | undefined> = new Set(codes);
  return PRECEDENCE.find((code) => given.has(code)) ?? EXIT.ok;
}
