/** How a `>>>mock` block writes a body that its lines cannot hold as it is: the encodings of MIME (RFC 2045 6). */
import { isUtf8 } from 'node:buffer';
import { fromQuotedPrintable } from '../../primitives/text/quoted-printable.js';
import type { KeyValue } from '../../request-file/model/model.js';

/** HTTP does not have this header, so the first one in a block is about the block and is not sent. */
export const BODY_ENCODING_HEADER = 'Content-Transfer-Encoding';

export interface WrittenBody {
  readonly body: string;
  /** The body is base64 of bytes that are no text. */
  readonly isBase64?: true;
}

/** The header that names the encoding of the body, if the block has one. */
export function bodyEncodingOf(headers: readonly KeyValue[]): KeyValue | undefined {
  const lower = BODY_ENCODING_HEADER.toLowerCase();
  const first = headers.find(({ key }) => key.toLowerCase() === lower);
  return first && ENCODINGS.has(first.value.toLowerCase()) ? first : undefined;
}

/** Undefined when the body is not written in that encoding. */
export function readWrittenBody(body: string, encoding: string): WrittenBody | undefined {
  const bytes = ENCODINGS.get(encoding.toLowerCase())?.(body);
  if (bytes === undefined) return undefined;
  return isUtf8(bytes)
    ? { body: bytes.toString('utf8') }
    : { body: bytes.toString('base64'), isBase64: true };
}

const ENCODINGS: ReadonlyMap<string, (body: string) => Buffer | undefined> = new Map([
  ['base64', fromBase64],
  ['quoted-printable', (body) => Buffer.from(fromQuotedPrintable(body))],
]);

function fromBase64(body: string): Buffer | undefined {
  const bare = body.replace(/\s+/g, '');
  return /^[A-Za-z0-9+/]*={0,2}$/.test(bare) ? Buffer.from(bare, 'base64') : undefined;
}
