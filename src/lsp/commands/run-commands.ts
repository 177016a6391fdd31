/** The commands of editors that send requests or show what was received; the only way in which the server sends something. */
import type { ExportRequest, RunRequest } from './command-request.js';
import type { KeptResponse, RunEvent, RunProgress, RunResult } from './run-result.js';

export interface RunListeners {
  /** Cancels the run, which then ends with the verdict `cancelled` within a second. */
  readonly signal: AbortSignal;
  readonly onEvent: (event: RunEvent, progress: RunProgress) => void;
  /** Called with what `svc run` would warn about. */
  readonly onWarning: (message: string) => void;
}

export interface ResponseRequest {
  readonly uri: string;
  readonly line: number;
  /** The name of the request at that line now; found by it, a response stays with its request when lines move. */
  readonly name?: string | undefined;
}

/** All failures are instances of ServiceError, whose message is for the user: respond with -32803 and the message. */
export interface RunCommands {
  /** Failed requests are results. Throws when nothing can be run, and while another run goes on in the folder. */
  run(request: RunRequest, listeners: RunListeners): Promise<RunResult>;
  exportCurl(request: ExportRequest, signal: AbortSignal): Promise<{ readonly text: string }>;
  /** The response of the last run; null when there is none. */
  lastResponse(request: ResponseRequest): KeptResponse | null;
  /** Aborts what goes on and waits for its end. */
  close(): Promise<void>;
}
