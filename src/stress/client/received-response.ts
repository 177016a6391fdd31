/** A response of the quick path, before any assertion has looked at it. */
import { textIn } from '../../http/http1/http1-bytes.js';
import { headerValue } from '../../http/message/headers.js';
import type { HeaderList } from '../../http/message/message.js';
import type { Http1Reader } from '../../http/http1/http1-reader.js';

export interface ReceivedResponse {
  readonly status: number;
  /** The header lines, one byte per character. */
  readonly headText: string;
  /** As received, before decoding. */
  readonly body: Uint8Array;
  readonly isEncoded: boolean;
}

/** The parts of a response that are needed after its connection serves the next request. */
export function receiveResponse(reader: Http1Reader): ReceivedResponse {
  const { head, headText } = reader;
  return { status: head.status, headText, body: reader.takeBody(), isEncoded: head.isEncoded };
}

const ONE = 49;
const LETTER_H = 72;
const LF = 10;

/**
 * The response that these bytes are as a whole, without copying its body. Undefined when the body does not stand in one
 * piece, or when there is more than one head. The reader must have read the bytes without keeping parts.
 */
export function wholeResponse(bytes: Uint8Array, reader: Http1Reader): ReceivedResponse | undefined {
  const { head, bodySize, excess } = reader;
  // The first digit of the status line tells an interim response.
  if (head.coded || excess || bytes[0] !== LETTER_H || bytes[9] === ONE) return undefined;
  const bodyStart = bytes.length - bodySize;
  const headStart = bytes.indexOf(LF) + 1;
  return {
    status: head.status,
    headText: textIn(bytes, headStart, bodyStart - 2),
    body: bytes.subarray(bodyStart),
    isEncoded: head.isEncoded,
  };
}

/** Throws RequestFailure for a body that cannot be decoded, or that becomes too large. */
export async function decodeReceived(
  body: Uint8Array,
  headers: HeaderList,
  maxBodyBytes: number,
): Promise<Uint8Array> {
  const { decodeBody } = await import('../../http/message/decode-body.js');
  const coding = headerValue(headers, 'content-encoding');
  return (await decodeBody(body, coding, { maxBodyBytes, partial: false, shown: 'the target' })).body;
}

/** Without assertions, any status from 200 to 399 passes. */
export function isPassingStatus(status: number): boolean {
  return status >= 200 && status < 400;
}
