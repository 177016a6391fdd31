import { BodyCopy } from '../../record/capture/body-copy.js';
import { toWholeRecording, type WholeRecording } from '../../record/export/recording-view.js';
import type { RecordingProxy } from '../../record/recording-proxy.js';
import { shownText } from '../../record/recordings/recorded-text.js';
import type { Recording } from '../../record/recordings/recording.js';
import { MAX_RECORDED_BODY_BYTES } from '../../record/recordings/recordings.js';
import type { Engine } from '../engine/engine.js';

export interface ReplayResult {
  /** The new exchange; null when there was no response. */
  readonly replayed: WholeRecording | null;
  /** Why there was none; empty otherwise. */
  readonly error: string;
  readonly environment: string;
}

/** The new response loses its secrets like the recorded one, so that both can be compared. */
export async function replayExchange(
  recording: Recording,
  proxy: Pick<RecordingProxy, 'target' | 'sanitize'>,
  environment: string,
  engine: Pick<Engine, 'call'>,
  signal: AbortSignal,
): Promise<ReplayResult> {
  const { target } = proxy;
  const result = await engine.call('replay', { recording, target, environment }, { signal });
  if ('error' in result) return { replayed: null, error: result.error, environment };
  const { startedAt, duration, statusCode, statusText, headers, body, secrets } = result;
  const copy = new BodyCopy(MAX_RECORDED_BODY_BYTES);
  copy.add(body);
  const nothing = { headers: [], contentType: '', coding: '', body: undefined };
  const { arrival, method, httpVersion, request } = recording;
  const seen = await proxy.sanitize(
    {
      arrival,
      startedAt,
      duration,
      method,
      path: shownText(recording.path),
      query: shownText(recording.query),
      httpVersion,
      request: nothing,
      // The body is decoded already.
      response: { statusCode, statusText, headers, contentType: typeOf(headers), coding: '', body: copy },
    },
    secrets,
  );
  // What was sent is what was recorded, with values for its placeholders, which are not shown.
  const replayed = toWholeRecording(
    { ...seen, path: recording.path, query: recording.query, request },
    target,
  );
  return { replayed, error: '', environment };
}

function typeOf(headers: readonly string[]): string {
  const at = headers.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'content-type');
  return at < 0 ? '' : (headers[at + 1] ?? '');
}
