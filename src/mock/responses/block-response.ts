import type { KeyValue, MockResponse } from '../../request-file/model/model.js';
import { cutTemplate } from '../../request-file/text/template.js';
import { compileResponse } from '../templates/response-template.js';
import { finishResponse, isServerHeader, type RouteResponse } from './mock-response.js';
import { bodyEncodingOf, readWrittenBody, type WrittenBody } from './written-body.js';

export interface BlockResponse {
  readonly response: RouteResponse;
  /** Headers that are not sent, with the reason. */
  readonly ignored: readonly { readonly line: number; readonly text: string }[];
}

/** The response of a `>>>mock` block; `status` is the default from the assertions. */
export function createBlockResponse(mock: MockResponse, status: number): BlockResponse {
  const { response, ignored } = readBlock(mock, status);
  return { response, ignored };
}

interface ReadBlock extends BlockResponse {
  readonly sent: readonly KeyValue[];
}

function readBlock(mock: MockResponse, status: number): ReadBlock {
  const encoding = bodyEncodingOf(mock.headers);
  const written = encoding ? readWrittenBody(mock.body, encoding.value) : { body: mock.body };
  const ignored = mock.headers.flatMap((header) => {
    const reason = header === encoding && !written ? NOT_ENCODED : whyIgnored(header);
    return reason === undefined ? [] : [{ line: header.line, text: `header ${header.key} ${reason}` }];
  });
  if (mock.status === 0 && beginsWithHeaders(mock.body))
    ignored.push({ line: mock.line + 1, text: NO_STATUS_LINE });
  const sent = mock.headers.filter((header) => header !== encoding && whyIgnored(header) === undefined);
  const { body, isBase64 }: WrittenBody = written ?? mock;
  const response = finishResponse({
    status: mock.status === 0 ? status : mock.status,
    headers: sent.map(({ key, value }) => [key, value] as const),
    body,
    isJson: false,
    ...(isBase64 && { isBase64 }),
  });
  return { response, ignored, sent };
}

/** The response of a block that is a template, in a route with these path parameters. */
export function createTemplateResponse(
  mock: MockResponse,
  status: number,
  parameters: readonly string[],
): BlockResponse {
  const { response, ignored, sent } = readBlock(mock, status);
  const isTemplate = [response.body, ...sent.map(({ value }) => value)].some((text) => text.includes('{{'));
  if (!isTemplate) return { response, ignored };
  const template = { ...response, ...withoutGuess(mock, response), isTemplate } as const;
  const { problems } = compileResponse(template, parameters, (text) => text);
  const added = template.headers.length - sent.length;
  const left = problems.map(({ written, linesBefore, reason, header }) => ({
    line: (header === undefined ? bodyLine(mock) : (sent[header - added]?.line ?? mock.line)) + linesBefore,
    text: `\`${written}\` in the mock block stays as it is: ${reason}`,
  }));
  return { response: template, ignored: [...ignored, ...left] };
}

/** A text that starts with braces is no JSON because of them, unless it is nothing else than a part of a body. */
function withoutGuess(mock: MockResponse, response: RouteResponse): Partial<RouteResponse> {
  const isWritten = mock.headers.some(({ key }) => key.toLowerCase() === 'content-type');
  const [first, ...rest] = cutTemplate(response.body.trim());
  if (isWritten || first?.kind !== 'placeholder') return {};
  if (rest.length === 0 && first.inner.startsWith('request.body')) return {};
  const { status, headers, body } = response;
  const shown = rest.map((part) => (part.kind === 'text' ? part.text : '')).join('');
  const typed = finishResponse({ status, headers: [], body: `-${shown}`, isJson: false });
  const others = headers.filter(([name]) => name !== 'Content-Type');
  return body === '' ? {} : { contentType: typed.contentType, headers: [...typed.headers, ...others] };
}

/** The content starts on the line after that of the block, and the body after its head. */
function bodyLine({ status, headers, line }: MockResponse): number {
  return status === 0 ? line + 1 : (headers.at(-1)?.line ?? line + 1) + 2;
}

const NO_STATUS_LINE =
  'the mock block begins with headers, but not with a status line such as `200 OK` before them, so they are a part of the body';

/** Only names that responses have, since the lines of an event stream look like headers too. */
const USUAL_HEADER =
  /^(?:access-control-[a-z-]+|allow|cache-control|content-[a-z-]+|etag|last-modified|link|location|retry-after|server|set-cookie|vary|www-authenticate|x-[\w-]+):/i;

/** Whether the lines before the first empty one are all headers. */
function beginsWithHeaders(body: string): boolean {
  if (!USUAL_HEADER.test(body)) return false;
  const end = body.search(/\r?\n\r?\n|$/);
  return body
    .slice(0, end)
    .split('\n')
    .every((line) => /^[\w-]+:/.test(line));
}

const NOT_ENCODED = 'of the mock block is ignored: its body is not written that way';

function whyIgnored({ key, value }: KeyValue): string | undefined {
  if (isServerHeader(key)) return 'of the mock block is ignored: the server sets it';
  return /[\u0000-\u0008\u000a-\u001f\u007f]/.test(value)
    ? 'of the mock block is ignored: its value has a control character'
    : undefined;
}
