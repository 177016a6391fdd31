/** A value that a JSON Schema allows, for schemas as people write them; whoever asks validates it. */
import type { EvaluationLimits } from '../../evaluation/bounded/limits.js';
import { loadSchema, type SchemaLoader } from '../../evaluation/json-schema/load-schema.js';
import { SchemaProblem, type Registry, type Target } from '../../evaluation/json-schema/registry.js';
import { schemaViolations } from '../../evaluation/json-schema/validate-schema.js';
import type { JsonValue } from '../../evaluation/values/json.js';
import { schemaParts, type SchemaParts } from './schema-parts.js';
import { sampleNumber, sampleString } from './sample-scalar.js';
import { SAMPLE } from './made-up.js';

/** Undefined when none was found. */
export async function sampleOfSchema(
  address: string,
  load: SchemaLoader,
  limits: EvaluationLimits,
): Promise<{ readonly value: unknown } | undefined> {
  try {
    const { target, registry } = await loadSchema(address, load);
    for (const attempt of ATTEMPTS) {
      const made = new Sampler(registry, attempt).sample(target, 0);
      if (made === undefined) continue;
      const violations = await schemaViolations(made.value as JsonValue, address, load, 1, limits);
      if (violations.length === 0) return made;
    }
  } catch (error) {
    // What is wrong with the schema is told when the answer is checked.
    if (!(error instanceof SchemaProblem)) throw error;
  }
  return undefined;
}

interface Attempt {
  /** Which of several alternatives is taken. */
  readonly choice: number;
  /** Whether values that the schema gives as examples are used. */
  readonly examples: boolean;
  readonly optional: boolean;
}

const ATTEMPTS: readonly Attempt[] = [0, 1, 2, 3].flatMap((choice) => [
  { choice, examples: true, optional: true },
  { choice, examples: false, optional: true },
  { choice, examples: false, optional: false },
]);

interface Made {
  readonly value: unknown;
}

const MOST_NODES = 5000;
const DEEPEST = 40;
/** Below it only what must be there is made. */
const DEEPEST_OPTIONAL = 5;
const MOST_ITEMS = 100;

class Sampler {
  readonly #registry: Registry;
  readonly #attempt: Attempt;
  #nodes = 0;

  constructor(registry: Registry, attempt: Attempt) {
    this.#registry = registry;
    this.#attempt = attempt;
  }

  sample(target: Target, depth: number): Made | undefined {
    return this.#fromAll([target], depth);
  }

  /** A value for several schemas at once. */
  #fromAll(targets: readonly Target[], depth: number): Made | undefined {
    this.#nodes++;
    if (depth > DEEPEST || this.#nodes > MOST_NODES) return undefined;
    const parts = schemaParts(targets, this.#registry, this.#attempt.choice);
    if (parts === undefined) return undefined;
    const given = parts.given(this.#attempt.examples);
    if (given) return given;
    switch (parts.type()) {
      case 'object':
        return this.#object(parts, depth);
      case 'array':
        return this.#array(parts, depth);
      case 'string':
        return { value: sampleString(parts) };
      case 'integer':
        return { value: sampleNumber(parts, true) };
      case 'number':
        return { value: sampleNumber(parts, false) };
      case 'boolean':
        return { value: true };
      case 'null':
        return { value: null };
      default:
        return { value: SAMPLE };
    }
  }

  #object(parts: SchemaParts, depth: number): Made | undefined {
    const required = parts.required();
    const optional = this.#attempt.optional && depth < DEEPEST_OPTIONAL ? parts.propertyNames() : [];
    const least = Math.min(parts.most('minProperties') ?? 0, MOST_ITEMS);
    const names = new Set([...optional, ...required]);
    for (let number = 1; names.size < least; number++) names.add(`${SAMPLE}${number}`);
    const entries: [string, unknown][] = [];
    for (const name of names) {
      const schemas = parts.propertySchemas(name);
      const made = schemas.length === 0 ? { value: SAMPLE } : this.#fromAll(schemas, depth + 1);
      if (made) entries.push([name, made.value]);
      else if (required.has(name)) return undefined;
    }
    return { value: Object.fromEntries(entries) };
  }

  #array(parts: SchemaParts, depth: number): Made | undefined {
    const most = parts.least('maxItems') ?? MOST_ITEMS;
    const least = parts.most('minItems') ?? 0;
    if (least > MOST_ITEMS) return undefined;
    const wanted = Math.min(Math.max(least, parts.firstItemCount(), 1), most);
    const list: unknown[] = [];
    for (let index = 0; index < wanted; index++) {
      const made = this.#fromAll(parts.itemSchemas(index), depth + 1);
      if (made) list.push(parts.hasUniqueItems() ? varied(made.value, index) : made.value);
      else if (index < least) return undefined;
      else break;
    }
    return { value: list };
  }
}

/** Another value of its kind for each place; what looks like an address or a moment would cease to be one. */
function varied(value: unknown, index: number): unknown {
  if (index === 0) return value;
  if (typeof value === 'number') return value + index;
  if (typeof value === 'string') return value + index;
  if (typeof value === 'boolean') return index % 2 === 0;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, varied(member, index)]));
}
