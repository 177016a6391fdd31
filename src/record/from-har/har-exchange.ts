/** Turns an entry of a HAR document into the exchange that a recorder would have seen. */
import { mediaTypeOf } from '../../primitives/text/content-type.js';
import { BodyCopy } from '../capture/body-copy.js';
import type { SeenExchange, SeenMessage } from '../capture/record-exchange.js';
import type { RawHeaders } from '../recordings/learn-secrets.js';
import { MAX_RECORDED_BODY_BYTES } from '../recordings/recordings.js';
import { objectAt, pairsAt, textAt, type HarEntry, type HarObject } from './har-document.js';

export interface ReadExchange {
  readonly seen: SeenExchange;
  /** What of the entry is not in the exchange. */
  readonly lost: readonly string[];
}

/** `arrival` counts the entries and stands for the time if the document gives none. */
export function readExchange(entry: HarEntry, arrival: number): ReadExchange {
  const { request, response, url, method, status, startedAt, durationMs } = entry;
  const postData = objectAt(request, 'postData');
  const content = objectAt(response, 'content');
  const sent = requestBody(postData);
  const seen: SeenExchange = {
    arrival,
    startedAt: startedAt ?? arrival,
    duration: startedAt === undefined ? 0 : durationMs,
    method,
    path: url.pathname,
    query: url.search,
    httpVersion: '1.1',
    request: message(pairsAt(request, 'headers'), textAt(postData, 'mimeType'), sent.bytes),
    response: {
      ...message(pairsAt(response, 'headers'), textAt(content, 'mimeType'), bytesOf(content)),
      statusCode: status,
      statusText: textAt(response, 'statusText'),
    },
  };
  return { seen, lost: sent.lost };
}

interface SentBody {
  readonly bytes: Uint8Array | undefined;
  readonly lost: readonly string[];
}

function requestBody(postData: HarObject): SentBody {
  const bytes = bytesOf(postData);
  const params = pairsAt(postData, 'params');
  if (bytes !== undefined || params.length === 0) return { bytes, lost: [] };
  if (mediaTypeOf(textAt(postData, 'mimeType')) === 'multipart/form-data') {
    return { bytes: undefined, lost: ['the document does not hold the text of this multipart body'] };
  }
  // Values are decoded in a HAR document.
  const text = new URLSearchParams(params.map(([name, value]): [string, string] => [name, value])).toString();
  return { bytes: Buffer.from(text), lost: [] };
}

/** Undefined without text. The encoding of request bodies is an extension that several programs write. */
function bytesOf(holder: HarObject): Uint8Array | undefined {
  const text = textAt(holder, 'text');
  if (text === '') return undefined;
  const isBase64 = [textAt(holder, 'encoding'), textAt(holder, '_encoding')].includes('base64');
  return Buffer.from(text, isBase64 ? 'base64' : 'utf8');
}

function message(
  pairs: readonly (readonly [string, string])[],
  mimeType: string,
  bytes: Uint8Array | undefined,
): SeenMessage {
  const headers = pairs.filter(([name]) => isHeader(name));
  const named = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const body = new BodyCopy(MAX_RECORDED_BODY_BYTES);
  if (bytes !== undefined) body.add(bytes);
  // Some programs write the type beside the body only.
  const all =
    named === undefined && mimeType !== '' ? [...headers, ['Content-Type', mimeType] as const] : headers;
  return { headers: rawHeaders(all), contentType: named ?? mimeType, coding: '', body };
}

/** Without the pseudo headers of HTTP/2, and without the coding, since the texts of a HAR document are decoded. */
function isHeader(name: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) && name.toLowerCase() !== 'content-encoding';
}

/** One character per byte, as the recorder gets them. */
function rawHeaders(pairs: readonly (readonly [string, string])[]): RawHeaders {
  return pairs.flatMap(([name, value]) => [
    name,
    Buffer.from(value.replaceAll(/[\r\n\0]+/g, ' '), 'utf8').toString('latin1'),
  ]);
}
