import type { ErrorKind } from '../../errors.js';
import type { EndSignal } from './process-context.js';

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

const CODE_OF_KIND: Readonly<Record<ErrorKind, ExitCode>> = {
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

const CODE_OF_SIGNAL: Readonly<Record<EndSignal, ExitCode>> = { SIGINT: 130, SIGTERM: 143 };

/** cli.md 2: signal, 70, 64, 3, 2, 1, 4, 0. */
const PRECEDENCE: readonly ExitCode[] = [130, 143, 70, 64, 3, 2, 1, 4, 0];

export function exitCodeOfKind(kind: ErrorKind): ExitCode {
  return CODE_OF_KIND[kind];
}

export function exitCodeOfSignal(signal: EndSignal): ExitCode {
  return CODE_OF_SIGNAL[signal];
}

/** The one that counts when several apply; success when none does. */
export function worstExitCode(codes: Iterable<number>): ExitCode {
  const met: ReadonlySet<number> = new Set(codes);
  return PRECEDENCE.find((code) => met.has(code)) ?? EXIT.ok;
}
