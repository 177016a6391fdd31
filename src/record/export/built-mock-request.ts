/** One request of a mock file. */
import type { Assertion, KeyValue, Request } from '../../request-file/model/model.js';
import { oneLineProblem } from '../../request-file/print/writable-text.js';
import { base64Placeholder } from '../../request-file/write-safely.js';
import { templateText, type PlaceholderSources, type RecordedText } from '../recordings/recorded-text.js';
import type { Recording } from '../recordings/recording.js';
import { exportBody, type ExportedBody } from './exported-body.js';
import { isExportedHeader } from './exported-header.js';
import type { RecordingGroup } from './group-recordings.js';
import { toMockBlock } from './mock-block.js';
import { deriveAssertions } from './recorded-assertions.js';
import { recordedConditions } from './recorded-conditions.js';

/** Only what tells it from others, and what it needs to be run: a client may send other headers the next time. */
export function builtMockRequest(
  { turns, tellingHeaders }: RecordingGroup,
  head: Pick<Request, 'title' | 'name'>,
  onNeed: (name: string) => void,
): Request {
  const [first] = turns;
  if (!first) throw new TypeError('a group has at least one recording');
  const sources: PlaceholderSources = { placeholderFor: () => undefined, onNeed };
  const body = bodyOf(first, sources);
  const mocks = turns.map(({ response }) => toMockBlock(response));
  const isRedirect = turns.some(({ response: { statusCode } }) => isFollowed(statusCode));
  return {
    ...head,
    description: '',
    tags: [],
    method: first.method,
    url: `{{baseUrl}}${templateText(first.path, sources)}${templateText(first.query, sources)}`,
    headers: headersOf(first, tellingHeaders, sources),
    queryParams: [],
    assertions: assertionsOf(turns),
    captures: [],
    line: 0,
    metadata: {
      ...(isRedirect && { noRedirect: true as const }),
      ...recordedConditions(first, tellingHeaders),
      ...(mocks.length > 1 && { 'mock.sequence': 'last' as const }),
    },
    requestLine: 0,
    body: 'body' in body ? body.body : null,
    mock: mocks[0] ?? null,
    ...(mocks.length > 1 && { mocks }),
    db: [],
    shell: [],
    foreign: [],
    comments: 'leftOut' in body ? [`# body left out: ${body.leftOut}`] : [],
    endComments: [],
  };
}

/** The recorded status would never be received if redirects were followed. */
function isFollowed(status: number): boolean {
  return status >= 300 && status < 400 && status !== 304;
}

function bodyOf({ request: { body } }: Recording, sources: PlaceholderSources): ExportedBody {
  if (body.truncated) return { leftOut: 'too large' };
  if (body.bytes !== null) return { leftOut: 'binary' };
  return exportBody(body.text === null ? '' : templateText(body.text, sources));
}

function headersOf(
  { request }: Recording,
  tellingHeaders: readonly string[],
  sources: PlaceholderSources,
): KeyValue[] {
  const hasBody = request.body.size > 0;
  return request.headers.flatMap(({ name, value }): KeyValue[] => {
    const lower = name.toLowerCase();
    const isWritten =
      tellingHeaders.includes(lower) || (hasBody && lower === 'content-type') || isSecret(value);
    if (!isWritten || !isExportedHeader(name)) return [];
    const text = templateText(value, sources);
    return [
      { key: name, value: oneLineProblem(text) === undefined ? text : base64Placeholder(text), line: 0 },
    ];
  });
}

function isSecret(value: RecordedText): boolean {
  return typeof value !== 'string' && value.some((part) => typeof part !== 'string' && 'placeholder' in part);
}

function assertionsOf(turns: readonly Recording[]): Assertion[] {
  const [first, ...others] = turns;
  if (!first) return [];
  if (others.length === 0) return deriveAssertions(first);
  const statuses = [...new Set(turns.map(({ response }) => response.statusCode))];
  return statuses.length === 1
    ? deriveAssertions(first).slice(0, 1)
    : [{ subject: 'status', operator: 'in', expected: statuses, raw: `[${statuses.join(', ')}]`, line: 0 }];
}
