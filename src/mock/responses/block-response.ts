import type { KeyValue, MockResponse } from '../../request-file/model/model.js';
import { finishResponse, isServerHeader, type RouteResponse } from './mock-response.js';

export interface BlockResponse {
  readonly response: RouteResponse;
  /** Headers that are not sent, with the reason. */
  readonly ignored: readonly { readonly line: number; readonly text: string }[];
}

/** The response of a `>>>mock` block; `status` is the default from the assertions. */
export function createBlockResponse(mock: MockResponse, status: number): BlockResponse {
  const ignored = mock.headers.flatMap((header) => {
    const reason = whyIgnored(header);
    return reason === undefined ? [] : [{ line: header.line, text: `header ${header.key} ${reason}` }];
  });
  const headers = mock.headers
    .filter((header) => whyIgnored(header) === undefined)
    .map(({ key, value }) => [key, value] as const);
  const response = finishResponse({
    status: mock.status === 0 ? status : mock.status,
    headers,
    body: mock.body,
    isJson: false,
  });
  return { response, ignored };
}

function whyIgnored({ key, value }: KeyValue): string | undefined {
  if (isServerHeader(key)) return 'of the mock block is ignored: the server sets it';
  return /[\u0000-\u0008\u000a-\u001f\u007f]/.test(value)
    ? 'of the mock block is ignored: its value has a control character'
    : undefined;
}
