/** Measures which operations of an API description a run has called. */
import { findOperation, type Api, type ApiOperation } from './api.js';

/** The `coverage` object of the results JSON. */
export interface Coverage {
  /** The API description as the user named it. */
  readonly spec: string;
  readonly total: number;
  readonly covered: number;
  /** Rounded to one decimal; 100 if there are no operations. */
  readonly percent: number;
  readonly tags: Readonly<Record<string, TagCoverage>>;
  readonly operations: readonly OperationCoverage[];
  /** `METHOD /path` of calls that got a response but match no operation, without their query. */
  readonly unmatched: readonly string[];
}

export interface TagCoverage {
  readonly total: number;
  readonly covered: number;
}

export interface OperationCoverage {
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly covered: boolean;
  /** Status codes of the responses, in ascending order. */
  readonly statuses: readonly number[];
}

/** A request that got a response. */
export interface CoveredCall {
  readonly method: string;
  readonly url: string;
  readonly statusCode: number;
}

export function measureCoverage(spec: string, api: Api, calls: Iterable<CoveredCall>): Coverage {
  const seen = new Map<ApiOperation, Set<number>>();
  const unmatched = new Set<string>();
  for (const { method, url, statusCode } of calls) {
    const path = pathOf(url);
    const operation = findOperation(api, method, path);
    if (operation === undefined) unmatched.add(`${method} ${path}`);
    else seen.set(operation, (seen.get(operation) ?? new Set<number>()).add(statusCode));
  }
  const total = api.operations.length;
  return {
    spec,
    total,
    covered: seen.size,
    percent: percentOf(seen.size, total),
    tags: measureTags(api.operations, (operation) => seen.has(operation)),
    operations: api.operations.map((operation) => operationCoverage(operation, seen.get(operation))),
    unmatched: [...unmatched],
  };
}

/** The percent-encoded path without the query. */
export function pathOf(url: string): string {
  return /^[^:/?#]+:\/\/[^/?#]*([^?#]*)/.exec(url)?.[1] || '/';
}

export function percentOf(covered: number, total: number): number {
  return total === 0 ? 100 : Math.round((covered / total) * 1000) / 10;
}

export function measureTags<Operation extends { readonly tags: readonly string[] }>(
  operations: readonly Operation[],
  isCovered: (operation: Operation) => boolean,
): Readonly<Record<string, TagCoverage>> {
  const tags = new Map<string, TagCoverage>();
  for (const operation of operations) {
    for (const tag of operation.tags) {
      const { total, covered } = tags.get(tag) ?? { total: 0, covered: 0 };
      tags.set(tag, { total: total + 1, covered: covered + (isCovered(operation) ? 1 : 0) });
    }
  }
  return Object.fromEntries(tags);
}

function operationCoverage(operation: ApiOperation, statuses?: ReadonlySet<number>): OperationCoverage {
  const { method, path, operationId, tags } = operation;
  return {
    method,
    path,
    operationId,
    tags,
    covered: statuses !== undefined,
    statuses: [...(statuses ?? [])].sort((a, b) => a - b),
  };
}
