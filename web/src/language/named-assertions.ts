/** Adds suggested assertions to a text, which may have been edited since they were suggested. */
import { addAssertions } from '../../../src/request-file/add-assertions.js';
import { hasErrors } from '../../../src/request-file/model/diagnostic.js';
import type { Request } from '../../../src/request-file/model/model.js';
import { shownName } from '../../../src/request-file/model/request-filter.js';
import { parseRequestFile } from '../../../src/request-file/parse-file.js';
import type { AddedAssertions, NamedAssertion } from './messages.js';

export async function addNamedAssertions(
  text: string,
  path: string,
  wanted: readonly NamedAssertion[],
): Promise<AddedAssertions> {
  const before = await parseRequestFile(text, path);
  if (hasErrors(before))
    return { ok: false, problem: 'The file has errors; assertions can be added when they are gone.' };
  const byLine = new Map<number, string[]>();
  for (const each of wanted) {
    const request = findRequest(before.requests, each);
    if (request === undefined) return { ok: false, problem: `${path} has no request ${each.name} any more.` };
    byLine.set(request.line, [...(byLine.get(request.line) ?? []), each.assertion]);
  }
  const changed = addAssertions(
    text,
    [...byLine].map(([line, assertions]) => ({ line, assertions })),
  );
  const after = await parseRequestFile(changed, path);
  const count = countAssertions(after.requests) - countAssertions(before.requests);
  if (hasErrors(after) || count > wanted.length)
    return { ok: false, problem: 'The assertions cannot be added to the text as it is.' };
  return { ok: true, text: changed, count };
}

/** One without a name may have another place; the nearest of its address is meant. */
function findRequest(requests: readonly Request[], { name, line }: NamedAssertion): Request | undefined {
  const [nearest] = requests
    .filter((request) => shownName(request) === name)
    .toSorted((a, b) => Math.abs(a.line - line) - Math.abs(b.line - line));
  return nearest;
}

function countAssertions(requests: readonly Request[]): number {
  return requests.reduce((count, { assertions }) => count + assertions.length, 0);
}
