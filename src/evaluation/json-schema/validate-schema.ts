/**
 * JSON Schema for assertions (language section 6.6). Written here because no library does all of it:
 * integers of any size, patterns that cannot hang, references that never leave the workspace, and the
 * five versions by the letter of their test suite.
 */
import { DEFAULT_LIMITS, type EvaluationLimits } from '../bounded/limits.js';
import { BudgetExceeded, withinBudget } from '../bounded/step-budget.js';
import { toJson, type JsonValue } from '../values/json.js';
import type { Violation } from '../values/violation.js';
import { judgeValue } from './judge.js';
import { loadSchema, metaschemaOf, type LoadedSchema, type SchemaLoader } from './load-schema.js';
import { PatternDesk } from './pattern-desk.js';
import { SchemaProblem, type Registry, type Target } from './registry.js';

export { SchemaProblem } from './registry.js';

/**
 * Violations with their JSON Pointers, none when valid. The address is a path with an optional
 * `#/pointer`. Rejects with SchemaProblem when the schema cannot be read, is none or takes too long.
 */
export async function schemaViolations(
  value: JsonValue,
  address: string,
  load: SchemaLoader,
  most: number,
  limits: EvaluationLimits = DEFAULT_LIMITS,
): Promise<readonly Violation[]> {
  const schema = usableSchema(address, load);
  try {
    const { target, registry } = await schema.checked;
    return await violationsOf(value, target, registry, most, { limits, run: withinBudget });
  } catch (cause) {
    if (!(cause instanceof BudgetExceeded)) throw cause;
  }
  const { evaluateInThread } = await import('../bounded/thread-pool.js');
  const { documentMs: limitMs, signal } = limits;
  const input = { address, documents: [...schema.documents], maxViolations: most };
  try {
    return await evaluateInThread('schema', input, toJson(value), { limitMs, signal, name: 'the schema' });
  } catch (cause) {
    signal?.throwIfAborted();
    throw new SchemaProblem(cause instanceof Error ? cause.message : 'the schema cannot be applied');
  }
}

/** The same as long as it takes, for a thread that can be ended. */
export async function schemaViolationsFully(
  value: JsonValue,
  address: string,
  load: SchemaLoader,
  most: number,
): Promise<readonly Violation[]> {
  const { target, registry } = await checkSchema(await loadSchema(address, load), UNLIMITED);
  return violationsOf(value, target, registry, most, UNLIMITED);
}

/** How long judging may go on, and what patterns may take. */
interface Effort {
  readonly limits: EvaluationLimits;
  readonly run: <T>(work: () => T) => T;
}

const UNLIMITED: Effort = { limits: DEFAULT_LIMITS, run: (work) => work() };

interface UsableSchema {
  readonly checked: Promise<LoadedSchema>;
  /** Everything that was read for it. */
  readonly documents: ReadonlyMap<string, unknown>;
}

/** By loader, which lives as long as a run: a schema is read and checked once. */
const usable = new WeakMap<SchemaLoader, Map<string, UsableSchema>>();

function usableSchema(address: string, load: SchemaLoader): UsableSchema {
  let schemas = usable.get(load);
  if (!schemas) {
    schemas = new Map<string, UsableSchema>();
    usable.set(load, schemas);
  }
  let schema = schemas.get(address);
  if (!schema) {
    const documents = new Map<string, unknown>();
    const checked = loadSchema(address, async (path) => {
      const document = await load(path);
      documents.set(path, document);
      return document;
    }).then((loaded) => checkSchema(loaded, { limits: DEFAULT_LIMITS, run: withinBudget }));
    schema = { checked, documents };
    schemas.set(address, schema);
  }
  return schema;
}

async function checkSchema(loaded: LoadedSchema, effort: Effort): Promise<LoadedSchema> {
  const { target, registry } = metaschemaOf(loaded.target.resource.dialect);
  const [first] = await violationsOf(loaded.target.schema, target, registry, 1, effort);
  if (!first) return loaded;
  throw new SchemaProblem(
    `the schema is not valid at ${first.pointer === '' ? 'its root' : first.pointer}: ${first.message}`,
  );
}

/** Again until no pattern is left that only another thread could run. */
async function violationsOf(
  value: unknown,
  target: Target,
  registry: Registry,
  most: number,
  { run, limits }: Effort,
): Promise<readonly Violation[]> {
  const desk = new PatternDesk();
  for (;;) {
    const violations = run(() => judge(value, target, registry, desk, most));
    if (!(await desk.settle(limits))) return violations;
  }
}

function judge(
  value: unknown,
  target: Target,
  registry: Registry,
  desk: PatternDesk,
  most: number,
): readonly Violation[] {
  try {
    return judgeValue(value, target, {
      registry,
      most,
      matches: (pattern, text) => desk.matches(pattern, text),
    });
  } catch (cause) {
    if (cause instanceof RangeError) throw new SchemaProblem('the schema or the value is nested too deeply');
    throw cause;
  }
}
