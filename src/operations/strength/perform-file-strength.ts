/** Measures the strength of one file for clients of a server. */
import { HistoryUnavailable } from '../../history/store/history-unavailable.js';
import { strengthDocument } from '../../reports/strength/strength-document.js';
import { adviseOn } from '../../strength/suggest/advise-on.js';
import type { ExecutionContext, ExecutionParts } from '../runs/perform-execution.js';
import { withClientAccess } from '../settings/client-source.js';
import type { HistorySettings } from '../settings/history-settings.js';
import { performStrength } from './perform-strength.js';
import { DEFAULT_MAX_MUTANTS, DEFAULT_SEED } from './strength-request.js';

export interface FileStrengthRequest {
  readonly file: string;
  /** Resolved; not empty. */
  readonly environment: string;
  /** Whether the requests are run, instead of taking what the history has of the last passed run. */
  readonly run?: boolean | undefined;
  readonly seed?: number | undefined;
  /** Undefined when it is switched off. */
  readonly history: HistorySettings | undefined;
}

/** Returns the document of `svc strength --json`. */
export async function performFileStrength(
  { file, environment, run = false, seed = DEFAULT_SEED, history }: FileStrengthRequest,
  { files, settings, fileAccess, connections, options: { process, root, log } }: ExecutionParts,
  { signal, onSending }: Pick<ExecutionContext, 'signal' | 'onSending'>,
): Promise<object> {
  const { parsed } = await files.checkPath(file);
  const loaded = await files.load(file, parsed);
  const found = await settings.forRun(environment, [loaded]);
  if (!run && history === undefined) throw new HistoryUnavailable('switched off by the operator');
  signal.throwIfAborted();
  if (run) onSending();
  const measurement = await performStrength({
    request: { run, seed, maxMutants: DEFAULT_MAX_MUTANTS },
    settings: { options: found.settings.options, root, history },
    files: [found.files[0] ?? loaded],
    fileAccess: withClientAccess(fileAccess, found.settings),
    process,
    signal,
    connect: connections.connect,
    onWarning: (message) => log('warn', message, { file }),
  });
  return strengthDocument({ strength: measurement.strength, advice: await adviseOn(measurement) });
}
