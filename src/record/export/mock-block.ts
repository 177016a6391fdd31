/** A recorded response as a `>>>mock` block, from which a mock server gives the same response. */
import type { KeyValue, MockResponse } from '../../request-file/model/model.js';
import {
  mockHeaderNameProblem,
  oneLineProblem,
  rawBlockProblem,
} from '../../request-file/print/writable-text.js';
import { toQuotedPrintable } from '../../primitives/text/quoted-printable.js';
import { isHopByHop } from '../recordings/hop-by-hop.js';
import { shownText } from '../recordings/recorded-text.js';
import type { RecordedBody, RecordedHeader, Recording } from '../recordings/recording.js';

/** Bodies are written as they are, as far as the lines of a block can hold them. */
export function toMockBlock({ statusCode, headers, body }: Recording['response']): MockResponse {
  const written = writtenBody(body);
  const kept = headers.flatMap((header): KeyValue[] => keptHeader(header));
  // The first such header is the one that is about the block, so that one of the response has to be the second.
  const isEncoded = kept.some(({ key }) => key.toLowerCase() === ENCODING_HEADER.toLowerCase());
  const encoding = written.encoding ?? (isEncoded ? 'quoted-printable' : undefined);
  return {
    status: statusCode,
    headers: encoding === undefined ? kept : [encodingHeader(encoding), ...kept],
    body: isEncoded && written.encoding === undefined ? toQuotedPrintable(written.body) : written.body,
    line: 0,
  };
}

const ENCODING_HEADER = 'Content-Transfer-Encoding';

type Encoding = 'base64' | 'quoted-printable';

function encodingHeader(value: Encoding): KeyValue {
  return { key: ENCODING_HEADER, value, line: 0 };
}

interface WrittenBody {
  readonly body: string;
  readonly encoding?: Encoding;
}

const MAX_LINE_LENGTH = 76;

function writtenBody({ text, bytes }: RecordedBody): WrittenBody {
  if (bytes !== null) {
    const encoded = Buffer.from(bytes).toString('base64');
    const lines = encoded.match(new RegExp(`.{1,${MAX_LINE_LENGTH}}`, 'g')) ?? [];
    return { body: lines.join('\n'), encoding: 'base64' };
  }
  const shown = shownText(text ?? '');
  if (isPlain(shown)) return { body: shown };
  return { body: toQuotedPrintable(shown), encoding: 'quoted-printable' };
}

/** Carriage returns and other control characters would be lost in some editors. */
function isPlain(text: string): boolean {
  if (/[\0-\x08\x0b-\x1f\x7f]|^[ \t]+(?:###|>>>|<<<)/m.test(text)) return false;
  return rawBlockProblem(text) === undefined;
}

/** Those that the server computes, and the time of the response. */
const COMPUTED: ReadonlySet<string> = new Set(['content-length', 'date']);

function keptHeader({ name, value }: RecordedHeader): KeyValue[] {
  const lower = name.toLowerCase();
  if (COMPUTED.has(lower) || isHopByHop(lower)) return [];
  const text = shownText(value);
  const problem = mockHeaderNameProblem(name) ?? oneLineProblem(text);
  return problem === undefined && !/[\0-\x08\x0a-\x1f\x7f]/.test(text)
    ? [{ key: name, value: text, line: 0 }]
    : [];
}
