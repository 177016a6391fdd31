import type { KeyValue, MockResponse } from '../../request-file/model/model.js';
import { finishResponse, isServerHeader, type RouteResponse } from './mock-response.js';
import { bodyEncodingOf, readWrittenBody, type WrittenBody } from './written-body.js';

export interface BlockResponse {
  readonly response: RouteResponse;
  /** Headers that are not sent, with the reason. */
  readonly ignored: readonly { readonly line: number; readonly text: string }[];
}

/** The response of a `>>>mock` block; `status` is the default from the assertions. */
export function createBlockResponse(mock: MockResponse, status: number): BlockResponse {
  const encoding = bodyEncodingOf(mock.headers);
  const written = encoding ? readWrittenBody(mock.body, encoding.value) : { body: mock.body };
  const ignored = mock.headers.flatMap((header) => {
    const reason = header === encoding && !written ? NOT_ENCODED : whyIgnored(header);
    return reason === undefined ? [] : [{ line: header.line, text: `header ${header.key} ${reason}` }];
  });
  const headers = mock.headers
    .filter((header) => header !== encoding && whyIgnored(header) === undefined)
    .map(({ key, value }) => [key, value] as const);
  const { body, isBase64 }: WrittenBody = written ?? mock;
  const response = finishResponse({
    status: mock.status === 0 ? status : mock.status,
    headers,
    body,
    isJson: false,
    ...(isBase64 && { isBase64 }),
  });
  return { response, ignored };
}

const NOT_ENCODED = 'of the mock block is ignored: its body is not written that way';

function whyIgnored({ key, value }: KeyValue): string | undefined {
  if (isServerHeader(key)) return 'of the mock block is ignored: the server sets it';
  return /[\u0000-\u0008\u000a-\u001f\u007f]/.test(value)
    ? 'of the mock block is ignored: its value has a control character'
    : undefined;
}
