import { pathOf, type Coverage } from '../../coverage/coverage.js';
import { joinCoverage } from '../../coverage/join-coverage.js';
import { isPlainObject } from '../../primitives/plain-object.js';
import type { FileOutcome } from '../../runner/outcome/result.js';
import type { ResultPart } from './result-part.js';

export interface MergedCoverage {
  readonly coverage: Coverage | undefined;
  readonly warnings: readonly string[];
}

/** Joined when every part has it for the same document, otherwise left out with a warning. */
export function mergeCoverage(parts: readonly ResultPart[], files: readonly FileOutcome[]): MergedCoverage {
  const found = parts.flatMap(({ members: { coverage } }) => coverage ?? []);
  if (found.length === 0) return { coverage: undefined, warnings: [] };
  const readable = found.filter(isCoverage);
  const joined = readable.length === parts.length ? joinCoverage(readable) : undefined;
  if (joined === undefined) {
    const warning = 'the coverage is left out: the parts do not have it of the same API description';
    return { coverage: undefined, warnings: [warning] };
  }
  return { coverage: { ...joined, unmatched: inOrderOfTests(joined.unmatched, files) }, warnings: [] };
}

/** The order in which a run would have listed them. */
function inOrderOfTests(calls: readonly string[], files: readonly FileOutcome[]): readonly string[] {
  if (calls.length < 2) return calls;
  const open = new Set(calls);
  const ordered: string[] = [];
  for (const { request, response } of files.flatMap(({ results }) => results)) {
    const call = response.statusCode === 0 ? '' : `${request.method} ${pathOf(request.url)}`;
    if (open.delete(call)) ordered.push(call);
  }
  return [...ordered, ...open];
}

function isCoverage(value: unknown): value is Coverage {
  if (!isPlainObject(value)) return false;
  const { spec, operations, unmatched } = value;
  return (
    typeof spec === 'string' &&
    isListOf(operations, isOperation) &&
    isListOf(unmatched, (call) => typeof call === 'string')
  );
}

function isOperation(value: unknown): boolean {
  if (!isPlainObject(value)) return false;
  const { method, path, tags, statuses, covered } = value;
  return (
    typeof method === 'string' &&
    typeof path === 'string' &&
    typeof covered === 'boolean' &&
    isListOf(tags, (tag) => typeof tag === 'string') &&
    isListOf(statuses, (status) => typeof status === 'number')
  );
}

function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem);
}
