/** Events as clients receive them. */
import { toJson } from '../evaluation/values/json.js';
import type { MockedRequest, Envelope } from './event.js';
import { withoutResults } from './run-result-bytes.js';

export interface EventText {
  readonly text: string;
  /** Whether the event may be sent together with later ones. Its text is ASCII then, so that its length is its size. */
  readonly canWait: boolean;
}

export function eventText(envelope: Envelope): EventText {
  const { payload, timestamp } = envelope;
  if ('event' in payload && payload.event === 'request') {
    const isUsual = !payload.nearest && !payload.fault && !payload.proxied;
    const text = !isUsual ? inAscii(toJson(envelope)) : mockRequestText(payload, timestamp);
    return { text, canWait: true };
  }
  return { text: toJson(envelope), canWait: false };
}

/**
 * The same as bytes, for the event whose result is bytes already; undefined for all others. Clients that do not want
 * the results get an empty list of them.
 */
export function eventBytes(
  { payload, timestamp }: Envelope,
  withList = true,
): readonly Uint8Array[] | undefined {
  if (!('result' in payload)) return undefined;
  const { id, file, status, result, list } = payload;
  // The result is the last member, so the closing braces are cut off.
  const head = toJson({ type: 'execution_complete', payload: { id, file, status } }).slice(0, -2);
  const end = `,"timestamp":"${timestamp}"},"timestamp":"${timestamp}"}`;
  const line = result.subarray(0, -1);
  const parts = withList || !list ? [line] : withoutResults(line, list);
  return [Buffer.from(`${head},"result":`), ...parts, Buffer.from(end)];
}

/**
 * Written without a JSON encoder and from few parts, so that watching a mock server does not slow it (bench/measures/mock.mjs):
 * texts that are put together from many parts are expensive to send.
 */
function mockRequestText(payload: MockedRequest, timestamp: string): string {
  const { method, path, status, duration, route } = payload;
  return `${startOf(method)}${quoted(path)},"status":${status},"duration":${duration}${endOf(route, timestamp)}`;
}

/** Keyed by method; HTTP parsers accept a few dozen of them. */
const starts = new Map<string, string>();
const MAX_STARTS = 100;

function startOf(method: string): string {
  const made = starts.get(method);
  if (made !== undefined) return made;
  if (starts.size >= MAX_STARTS) starts.clear();
  const start = `{"type":"mock_request","payload":{"event":"request","method":${quoted(method)},"path":`;
  starts.set(method, start);
  return start;
}

/** Most events have the route and the millisecond of the one before. */
let lastEnd = { route: '', timestamp: '', text: '' };

function endOf(route: string, timestamp: string): string {
  if (lastEnd.timestamp !== timestamp || lastEnd.route !== route) {
    const text = `,"route":${quoted(route)},"timestamp":"${timestamp}"},"timestamp":"${timestamp}"}`;
    lastEnd = { route, timestamp, text };
  }
  return lastEnd.text;
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
