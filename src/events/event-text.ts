/** An event as it goes over the wire. */
import { toJson } from '../evaluation/values/json.js';
import type { MockedRequest, Envelope } from './event.js';

export interface EventText {
  readonly text: string;
  /** Nobody waits for it, and many come at once: it may wait for the next ones. It is ASCII, as that costs least. */
  readonly isPatient: boolean;
}

export function eventText(envelope: Envelope): EventText {
  const { payload, timestamp } = envelope;
  if ('event' in payload && payload.event === 'request') {
    const text = payload.nearest ? inAscii(toJson(envelope)) : mockRequestText(payload, timestamp);
    return { text, isPatient: true };
  }
  return { text: toJson(envelope), isPatient: false };
}

/** The same as bytes, for the event whose result is bytes already; undefined for all others. */
export function eventBytes({ payload, timestamp }: Envelope): readonly Uint8Array[] | undefined {
  if (!('result' in payload)) return undefined;
  const { id, file, status, result } = payload;
  // Without its end, behind which the result comes.
  const head = toJson({ type: 'execution_complete', payload: { id, file, status } }).slice(0, -2);
  const end = `,"timestamp":"${timestamp}"},"timestamp":"${timestamp}"}`;
  return [Buffer.from(`${head},"result":`), result.subarray(0, -1), Buffer.from(end)];
}

/** By hand it takes a quarter of the time, and a mock server shall not be slowed by those who watch it. */
function mockRequestText(payload: MockedRequest, timestamp: string): string {
  const { method, path, status, duration, route } = payload;
  return `{"type":"mock_request","payload":{"event":"request","method":${quoted(method)},"path":${quoted(path)},"status":${status},"duration":${duration},"route":${quoted(route)},"timestamp":"${timestamp}"},"timestamp":"${timestamp}"}`;
}

const PLAIN = /^[ !#-[\]-~]*$/;

function quoted(text: string): string {
  if (PLAIN.test(text)) return `"${text}"`;
  return inAscii(JSON.stringify(text));
}

function inAscii(json: string): string {
  return json.replaceAll(/[^ -~]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
