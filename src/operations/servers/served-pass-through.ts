/** What the mock server of a workspace passes on and records, as clients see it. */
import { ServiceError } from '../../errors.js';
import { openPassThrough, type OpenPassThrough } from '../mocks/open-pass-through.js';
import { FIELD_NAMES, type PassThroughPlan, type RecordedFile } from '../mocks/plan-pass-through.js';
import type { Engine } from '../engine/engine.js';
import { toRecordSettings } from '../recordings/record-settings.js';
import type { RunSettings } from '../settings/run-settings.js';
import type { Log } from '../settings/log.js';
import { renderMockFile } from './render-recordings.js';

export interface ServedPassThroughInput {
  readonly address: PassThroughPlan['address'];
  readonly file: RecordedFile | undefined;
  readonly cors: boolean;
  readonly run: RunSettings['options'];
  /** The port of the API, which pages of the mock server must not reach. */
  readonly apiPort: number;
  readonly engine: Pick<Engine, 'call'>;
  readonly log: Log;
}

export interface ServedPassThrough extends Pick<OpenPassThrough, 'upstream' | 'attach'> {
  /** Members of the status for clients. */
  readonly view: () => object;
  /** Ends the connections and finishes the file; what goes wrong is logged. */
  readonly close: () => Promise<void>;
}

export function openServedPassThrough(input: ServedPassThroughInput): ServedPassThrough {
  const { address, file, cors, run, apiPort, engine, log } = input;
  const warnings = new Set<string>();
  const onWarning = (message: string): void => {
    if (warnings.has(message)) return;
    if (warnings.size < MAX_SHOWN_WARNINGS) warnings.add(message);
    log('warn', message);
  };
  const opened = openPassThrough({
    ...toRecordSettings(run),
    address,
    names: FIELD_NAMES,
    file,
    cors,
    ownPorts: [apiPort],
    render: (list, target, earlier) => inEngine(renderMockFile(list, { address: target, earlier }, engine)),
    onWarning,
  });
  const recording = (): object | undefined =>
    file && {
      file: file.shown,
      requests: opened.recorded,
      pending: opened.isPending,
      warnings: [...warnings],
    };
  return {
    upstream: opened.upstream,
    attach: opened.attach,
    view: () => ({ proxy: address.url, ...(file && { recording: recording() }) }),
    close: () =>
      opened.close().catch((error: unknown) => {
        const reason = error instanceof ServiceError ? error.message : String(error);
        log('error', `the recording of the mock server was not finished: ${reason}`);
      }),
  };
}

const MAX_SHOWN_WARNINGS = 100;

/** Whatever ends a thread, the recording goes on with the next exchange. */
async function inEngine<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw new ServiceError('internal', 'the recording could not be written', { cause: error });
  }
}
