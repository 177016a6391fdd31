/** The commands of editors that send requests or show what was received; the only way in which the server sends something. */
import type { ExportRequest, RunRequest } from './command-request.js';
import type { WantedResponse } from './kept-responses.js';
import type { KeptResponse, RunEvent, RunProgress, RunResult } from './run-result.js';

export interface RunListeners {
  /** Cancels the run, which then ends with the verdict `cancelled` within a second. */
  readonly signal: AbortSignal;
  readonly onEvent: (event: RunEvent, progress: RunProgress) => void;
  /** Called with what `svc run` would warn about. */
  readonly onWarning: (message: string) => void;
}

/** All failures are instances of ServiceError, whose message is for the user: respond with -32803 and the message. */
export interface RunCommands {
  /** Failed requests are results. Throws when nothing can be run, and while another run goes on in the folder. */
  run(request: RunRequest, listeners: RunListeners): Promise<RunResult>;
  exportCurl(request: ExportRequest, signal: AbortSignal): Promise<{ readonly text: string }>;
  /** The response of the last run of the request, which is found by its name when lines have moved; null without one. */
  lastResponse(request: WantedResponse): KeptResponse | null;
  /** Aborts what goes on and waits for its end. */
  close(): Promise<void>;
}
