/** The stored values that snapshot assertions compare with, which a derived response repeats. */
import { compileOperator } from '../../evaluation/compile-assertion.js';
import { MAX_NESTING } from '../../evaluation/bounded/limits.js';
import { parseJson, toJson } from '../../evaluation/values/json.js';
import type { Scope } from '../../evaluation/variables/scope.js';
import { isPlainObject } from '../../primitives/plain-object.js';
import type { Constraint } from './constraint.js';

/** Reads the snapshot file of a request file when it is first asked for; undefined when there is none. */
export type SnapshotReader = () => Promise<Readonly<Record<string, unknown>> | undefined>;

/** A file that is missing or damaged gives no values; a run says what is wrong with it. */
export function createSnapshotReader(read: () => Promise<Uint8Array>): SnapshotReader {
  let values: Promise<Readonly<Record<string, unknown>> | undefined> | undefined;
  return () => (values ??= read().then(parseSnapshots, () => undefined));
}

function parseSnapshots(bytes: Uint8Array): Readonly<Record<string, unknown>> | undefined {
  try {
    const value = parseJson(new TextDecoder().decode(bytes), MAX_NESTING);
    return isPlainObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Makes equalities of the snapshots that are stored for a request. They come first, because they give a whole value
 * of which other assertions check parts.
 */
export async function withStoredSnapshots(
  constraints: readonly Constraint[],
  requestName: string,
  scope: Scope,
  read: SnapshotReader,
): Promise<readonly Constraint[]> {
  if (!constraints.some(isSnapshot)) return constraints;
  const values = (await read()) ?? {};
  const stored = constraints.filter(isSnapshot).flatMap((constraint) => {
    const key = keyOf(constraint, requestName);
    return Object.hasOwn(values, key) ? equality(constraint, values[key], scope) : [];
  });
  return [...stored, ...constraints];
}

function isSnapshot({ operator }: Constraint): boolean {
  return operator === 'snapshot';
}

function keyOf({ expected: { value } }: Constraint, requestName: string): string {
  return typeof value === 'string' ? `${requestName}::${value}` : requestName;
}

function equality(constraint: Constraint, value: unknown, scope: Scope): Constraint {
  const operation = compileOperator({ operator: 'equals', expected: null, raw: 'null' });
  const expected = { ...operation.resolve(scope), value, text: toJson(value) };
  return { ...constraint, operator: 'equals', operation, expected };
}
