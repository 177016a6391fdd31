import { ServiceError } from '../../errors.js';
import { hasErrors } from '../../request-file/model/diagnostic.js';
import type { RequestFile } from '../../request-file/model/model.js';
import { shownName } from '../../request-file/model/request-filter.js';
import { sourceLines } from '../../request-file/source-text.js';
import type { RunnableFile } from '../../runner/plan/run-input.js';
import type { LineRange } from '../../workspace/files/written-place.js';
import { formatCount } from '../../primitives/text/output-text.js';

/**
 * Returns the indices of the requests whose blocks contain the lines; refuses a line that belongs to none. A file with
 * errors is reported as a whole, whatever its lines are.
 */
export function findRequestsAtLines(
  { file, shown }: RunnableFile,
  named: readonly number[],
): ReadonlySet<number> {
  if (hasErrors(file)) return new Set();
  const lines = sourceLines(file) ?? [];
  const blocks = blocksOf(file, lines);
  return new Set(
    named.map((line) => {
      const place = blocks.findIndex(({ from, to }) => from <= line && line <= to);
      if (place >= 0) return place;
      throw new ServiceError(
        'usage',
        `${shown}:${line} names no request: ${reasonFor(line, file, blocks, lines)}`,
      );
    }),
  );
}

/** A block starts at its separator; without one, at the comments and directives above the request line. */
function blocksOf({ requests, layout }: RequestFile, lines: readonly string[]): LineRange[] {
  const starts = requests.map(({ line, requestLine }) => {
    let from = line;
    if (line === requestLine) while (from > 1 && /^[ \t]*(?:#|\/\/)/.test(lines[from - 2] ?? '')) from -= 1;
    return from;
  });
  return requests.map(({ requestLine }, index) => {
    const sections = requests[index + 1] ? requests[index + 1]?.layout?.sections : layout?.sections;
    const end = (starts[index + 1] ?? countLines(lines) + 1) - 1;
    const to = sections && sections.length > 0 ? lineBeforeSeparator(lines, requestLine, end) : end;
    return { from: starts[index] ?? requestLine, to };
  });
}

/** A separator without a request belongs to no request. */
function lineBeforeSeparator(lines: readonly string[], after: number, end: number): number {
  const at = lines.slice(after, end).findIndex((line) => line.startsWith('###'));
  return at < 0 ? end : after + at;
}

/** The text after the last line break is no line when it is empty. */
function countLines(lines: readonly string[]): number {
  return lines.at(-1) === '' ? lines.length - 1 : lines.length;
}

function reasonFor(
  line: number,
  { requests }: RequestFile,
  blocks: readonly LineRange[],
  lines: readonly string[],
): string {
  const count = countLines(lines);
  if (line > count) return `the file has ${formatCount(count, 'line')}`;
  const next = blocks.findIndex(({ from }) => from > line);
  const near = next < 0 ? blocks.length - 1 : next;
  const request = requests[near];
  if (!request) return 'the file has no requests';
  return `the nearest is ${shownName(request)} on line ${blocks[near]?.from ?? request.line}`;
}
