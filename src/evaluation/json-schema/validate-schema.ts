/**
 * JSON Schema for assertions (language section 6.6). Written here because no library does all of it:
 * integers of any size, patterns that cannot hang, references that never leave the workspace, and the
 * five versions by the letter of their test suite.
 */
import type { JsonValue } from '../json.js';
import type { Violation } from './frame.js';
import { judgeValue } from './judge.js';
import { loadSchema, metaschemaOf, type LoadedSchema, type SchemaLoader } from './load-schema.js';
import { PatternDesk } from './pattern-desk.js';
import { SchemaProblem, type Registry, type Target } from './registry.js';

export { SchemaProblem } from './registry.js';

/**
 * Violations with their JSON Pointers, none when valid. The address is a path with an optional
 * `#/pointer`. Rejects with SchemaProblem when the schema cannot be read or is none.
 */
export async function schemaViolations(
  value: JsonValue,
  address: string,
  load: SchemaLoader,
  most: number,
): Promise<readonly Violation[]> {
  const { target, registry } = await usableSchema(address, load);
  return violationsOf(value, target, registry, most);
}

/** By loader, which lives as long as a run: a schema is read and checked once. */
const usable = new WeakMap<SchemaLoader, Map<string, Promise<LoadedSchema>>>();

function usableSchema(address: string, load: SchemaLoader): Promise<LoadedSchema> {
  let schemas = usable.get(load);
  if (!schemas) {
    schemas = new Map<string, Promise<LoadedSchema>>();
    usable.set(load, schemas);
  }
  let schema = schemas.get(address);
  if (!schema) {
    schema = loadSchema(address, load).then(checkSchema);
    schemas.set(address, schema);
  }
  return schema;
}

async function checkSchema(loaded: LoadedSchema): Promise<LoadedSchema> {
  const { target, registry } = metaschemaOf(loaded.target.resource.dialect);
  const [first] = await violationsOf(loaded.target.schema, target, registry, 1);
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
): Promise<readonly Violation[]> {
  const desk = new PatternDesk();
  for (;;) {
    const violations = judge(value, target, registry, desk, most);
    if (!(await desk.settle())) return violations;
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
