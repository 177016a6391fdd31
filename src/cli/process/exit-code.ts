import type { ErrorKind } from '../../errors.js';
import { EXIT, type ExitCode } from '../../operations/runs/exit-code.js';
import type { TerminationSignal } from './process-context.js';

export { EXIT, worstExitCode, type ExitCode } from '../../operations/runs/exit-code.js';

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
