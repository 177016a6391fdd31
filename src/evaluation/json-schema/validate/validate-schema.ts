/**
 * JSON Schema for assertions. Written here because no library does all of it:
 * integers of any size, patterns that cannot hang, references that never leave the workspace, and five
 * versions of the standard.
 */
import { getOrAdd } from '../../../primitives/get-or-add.js';
import { DEFAULT_LIMITS, type EvaluationLimits } from '../../bounded/limits.js';
import { BudgetExceeded, withinBudget } from '../../bounded/step-budget.js';
import { toJson, type JsonValue } from '../../values/json.js';
import type { Violation } from '../../values/violation.js';
import { findViolations, type UnneededMark, type ValidationOptions } from './find-violations.js';
import { loadSchema, metaschemaOf, type LoadedSchema, type SchemaLoader } from '../references/load-schema.js';
import { SchemaPatterns } from './schema-patterns.js';
import { SchemaProblem, type SchemaRegistry, type ResolvedSchema } from '../references/registry.js';

export { SchemaProblem } from '../references/registry.js';

/**
 * Violations with their JSON Pointers, none when valid. The address is a path with an optional
 * `#/pointer`. Rejects with SchemaProblem when the schema cannot be read, is none or takes too long.
 */
export async function findSchemaViolations(
  value: JsonValue,
  address: string,
  load: SchemaLoader,
  maxViolations: number,
  limits: EvaluationLimits = DEFAULT_LIMITS,
): Promise<readonly Violation[]> {
  const schema = usableSchema(address, load);
  try {
    const { target, registry } = await schema.checked;
    return await violationsOf(value, target, { registry, maxViolations }, { limits, run: withinBudget });
  } catch (cause) {
    if (!(cause instanceof BudgetExceeded)) throw cause;
  }
  const { evaluateInThread } = await import('../../bounded/thread-pool.js');
  const { documentMs: limitMs, signal } = limits;
  const input = { address, documents: [...schema.documents], maxViolations };
  try {
    return await evaluateInThread('schema', input, toJson(value), { limitMs, signal, name: 'the schema' });
  } catch (cause) {
    signal?.throwIfAborted();
    throw new SchemaProblem(cause instanceof Error ? cause.message : 'the schema cannot be applied');
  }
}

/** The same without a limit, for a thread that can be ended. */
export async function findSchemaViolationsFully(
  value: JsonValue,
  address: string,
  load: SchemaLoader,
  maxViolations: number,
  unneeded?: UnneededMark,
): Promise<readonly Violation[]> {
  const { target, registry } = await checkSchema(await loadSchema(address, load), UNLIMITED);
  return violationsOf(value, target, { registry, maxViolations, unneeded }, UNLIMITED);
}

interface ViolationSearch {
  readonly registry: SchemaRegistry;
  readonly maxViolations: number;
  readonly unneeded?: UnneededMark | undefined;
}

/** How long a validation may take, and each pattern in it. */
interface ValidationLimits {
  readonly limits: EvaluationLimits;
  readonly run: <T>(work: () => T) => T;
}

const UNLIMITED: ValidationLimits = { limits: DEFAULT_LIMITS, run: (work) => work() };

interface UsableSchema {
  readonly checked: Promise<LoadedSchema>;
  /** All documents that were read for it, by path. */
  readonly documents: ReadonlyMap<string, unknown>;
}

/** By loader, which lives as long as a run, so that a schema is read and checked once. */
const usable = new WeakMap<SchemaLoader, Map<string, UsableSchema>>();

function usableSchema(address: string, load: SchemaLoader): UsableSchema {
  const schemas = getOrAdd(usable, load, () => new Map<string, UsableSchema>());
  return getOrAdd(schemas, address, () => {
    const documents = new Map<string, unknown>();
    const checked = loadSchema(address, async (path) => {
      const document = await load(path);
      documents.set(path, document);
      return document;
    }).then((loaded) => checkSchema(loaded, { limits: DEFAULT_LIMITS, run: withinBudget }));
    return { checked, documents };
  });
}

async function checkSchema(loaded: LoadedSchema, limits: ValidationLimits): Promise<LoadedSchema> {
  const { target, registry } = metaschemaOf(loaded.target.home.dialect);
  const [first] = await violationsOf(loaded.target.value, target, { registry, maxViolations: 1 }, limits);
  if (!first) return loaded;
  throw new SchemaProblem(
    `the schema is not valid at ${first.pointer === '' ? 'its root' : first.pointer}: ${first.message}`,
  );
}

/** Validates again until no pattern is left that only another thread can test safely. */
export async function violationsOf(
  value: unknown,
  target: ResolvedSchema,
  { registry, maxViolations, unneeded }: ViolationSearch,
  { run, limits }: ValidationLimits,
): Promise<readonly Violation[]> {
  const patterns = new SchemaPatterns();
  for (;;) {
    const matches = (pattern: string, text: string): boolean => patterns.matches(pattern, text);
    const options = { registry, matches, maxViolations, ...(unneeded && { unneeded }) };
    const violations = run(() => validateOnce(value, target, options));
    if (!(await patterns.resolveOpen(limits))) return violations;
  }
}

function validateOnce(
  value: unknown,
  target: ResolvedSchema,
  options: ValidationOptions,
): readonly Violation[] {
  try {
    return findViolations(value, target, options);
  } catch (cause) {
    if (cause instanceof RangeError) throw new SchemaProblem('the schema or the value is nested too deeply');
    throw cause;
  }
}
