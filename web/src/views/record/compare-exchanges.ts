/** What differs between a recorded response and the response to its replay. */
import { parseJson, toJson } from '../../../../src/evaluation/values/json.js';
import { diffLines, type DiffLine } from '../../../../src/primitives/text/line-difference.js';
import type { ShownMessage } from '../traffic/shown-message.js';

export interface ComparedResponse {
  readonly statusCode: number;
  readonly response: ShownMessage;
}

export interface HeaderDifference {
  readonly name: string;
  /** Undefined where the header is missing. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export interface ExchangeDifference {
  readonly isStatusSame: boolean;
  readonly headers: readonly HeaderDifference[];
  readonly isBodySame: boolean;
  /** Undefined if the bodies are the same, too long to be compared, or no text. */
  readonly lines: readonly DiffLine[] | undefined;
}

/** They differ between any two responses, or belong to the connection; the proxy records bodies decoded. */
const VOLATILE_HEADERS: ReadonlySet<string> = new Set([
  'date',
  'age',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'content-encoding',
]);

export function compareExchanges(before: ComparedResponse, after: ComparedResponse): ExchangeDifference {
  const left = bodyText(before.response);
  const right = bodyText(after.response);
  const isText = before.response.bodyEncoding === 'utf-8' && after.response.bodyEncoding === 'utf-8';
  const isBodySame = before.response.bodyEncoding === after.response.bodyEncoding && left === right;
  return {
    isStatusSame: before.statusCode === after.statusCode,
    headers: compareHeaders(before.response, after.response),
    isBodySame,
    lines: isBodySame || !isText ? undefined : diffLines(left, right),
  };
}

function compareHeaders(before: ShownMessage, after: ShownMessage): HeaderDifference[] {
  const left = headerMap(before);
  const right = headerMap(after);
  const names = [...new Set([...left.keys(), ...right.keys()])].filter((name) => !VOLATILE_HEADERS.has(name));
  return names
    .map((name) => ({ name, before: left.get(name), after: right.get(name) }))
    .filter((each) => each.before !== each.after);
}

function headerMap({ headers }: ShownMessage): Map<string, string> {
  const map = new Map<string, string>();
  for (const { name, value } of headers) {
    const key = name.toLowerCase();
    const earlier = map.get(key);
    map.set(key, earlier === undefined ? value : `${earlier}, ${value}`);
  }
  return map;
}

/** JSON is compared line by line in one form, however it was written. */
function bodyText({ body, bodyEncoding }: ShownMessage): string {
  if (bodyEncoding === 'base64' || !/^\s*[[{]/.test(body)) return body;
  try {
    return toJson(parseJson(body), 2);
  } catch {
    return body;
  }
}

/** Lines around the differences; `null` stands for lines that are left out. */
export function aroundDifferences(lines: readonly DiffLine[], context = 3): readonly (DiffLine | null)[] {
  const isNear = new Uint8Array(lines.length);
  for (const [index, { kind }] of lines.entries()) {
    if (kind === 'same') continue;
    isNear.fill(1, Math.max(0, index - context), index + context + 1);
  }
  const shown: (DiffLine | null)[] = [];
  for (const [index, line] of lines.entries()) {
    if (isNear[index] === 1) shown.push(line);
    else if (shown.at(-1) !== null) shown.push(null);
  }
  return shown;
}
