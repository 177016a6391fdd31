/** Adds assertions to the text of a request file, whose own lines stay as they are. */
import { hasErrors } from './model/diagnostic.js';
import type { Assertion, Request, RequestFile } from './model/model.js';
import { treeDifference } from './model/tree-difference.js';
import { parseText } from './parse-file.js';
import { placeLines, textLines, withLines } from './place-lines.js';

export interface WantedAssertions {
  /** The line of the request, as in its model. */
  readonly line: number;
  /** Lines such as `expect status == 200`. */
  readonly assertions: readonly string[];
}

/**
 * The text with the assertions in the last `>>>` block of their requests, or in a new block. Left out is what a
 * request has already, what is no assertion, and what would change anything else that the file means.
 */
export function addAssertions(text: string, wanted: readonly WantedAssertions[]): string {
  const file = parseText(text, '');
  const additions = additionsTo(text, file, wanted);
  if (additions.length === 0) return text;
  const all = added(text, file, additions);
  if (isRight(file, all, additions)) return all;
  // From the bottom up, so that the lines of the other requests stay where they are.
  let result = text;
  for (const addition of additions.toReversed()) {
    const before = parseText(result, '');
    const after = added(result, before, [addition]);
    if (isRight(before, after, [addition])) result = after;
  }
  return result;
}

interface Addition {
  readonly line: number;
  readonly written: ReadonlyMap<string, Assertion>;
}

/** In the order of the lines, each request and each assertion once. */
function additionsTo(
  text: string,
  { requests }: RequestFile,
  wanted: readonly WantedAssertions[],
): readonly Addition[] {
  const readable = readableAssertions(wanted);
  const lines = textLines(text);
  const byLine = new Map(requests.map((request) => [request.line, request]));
  const written = new Map<number, Map<string, Assertion>>();
  for (const { line, assertions } of wanted) {
    const request = byLine.get(line);
    if (request === undefined) continue;
    const there = new Set(request.assertions.map((each) => lines[each.line - 1]?.text.trim()));
    const own = written.get(line) ?? new Map<string, Assertion>();
    written.set(line, own);
    for (const assertion of assertions) {
      const read = readable.get(assertion);
      if (read !== undefined && !there.has(assertion)) own.set(assertion, read);
    }
  }
  return [...written]
    .filter(([, each]) => each.size > 0)
    .map(([line, each]) => ({ line, written: each }))
    .toSorted((a, b) => a.line - b.line);
}

/** What each text means that is one assertion without errors. */
function readableAssertions(wanted: readonly WantedAssertions[]): ReadonlyMap<string, Assertion> {
  const texts = [...new Set(wanted.flatMap(({ assertions }) => assertions))].filter((text) =>
    /^expect [^\r\n]*\S$/.test(text),
  );
  // The first assertion stands on line 4.
  const { requests, diagnostics } = parseText(`GET /\n\n>>>\n${texts.join('\n')}\n<<<\n`, '');
  const faulty = new Set(diagnostics.filter(({ severity }) => severity === 'error').map(({ line }) => line));
  const assertions = requests.length === 1 ? (requests[0]?.assertions ?? []) : [];
  return new Map(
    assertions.flatMap((assertion) => {
      const text = texts[assertion.line - 4];
      return text === undefined || faulty.has(assertion.line) ? [] : [[text, assertion]];
    }),
  );
}

function added(text: string, file: RequestFile, additions: readonly Addition[]): string {
  const lines = textLines(text);
  const byLine = new Map(file.requests.map((request, index) => [request.line, index]));
  const placed = additions.flatMap(({ line, written }) => {
    const index = byLine.get(line);
    return index === undefined ? [] : [placeLines(lines, file, index, 'assertions', [...written.keys()])];
  });
  return withLines(text, lines, placed);
}

/** Whether the text means the file with the added assertions, and nothing else. */
function isRight(file: RequestFile, text: string, additions: readonly Addition[]): boolean {
  const after = parseText(text, '');
  if (hasErrors(after) && !hasErrors(file)) return false;
  const byLine = new Map(additions.map((addition) => [addition.line, addition]));
  const requests = file.requests.map((request): Request => {
    const addition = byLine.get(request.line);
    if (addition === undefined) return request;
    return { ...request, assertions: [...request.assertions, ...addition.written.values()] };
  });
  return treeDifference({ ...file, requests }, after) === undefined;
}
