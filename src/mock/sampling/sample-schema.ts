/** A value that a JSON Schema allows, for schemas as people write them; the value is validated before it is used. */
import type { EvaluationLimits } from '../../evaluation/bounded/limits.js';
import { loadSchema, type SchemaLoader } from '../../evaluation/json-schema/references/load-schema.js';
import {
  SchemaProblem,
  type ResolvedSchema,
  type SchemaRegistry,
} from '../../evaluation/json-schema/references/registry.js';
import { findSchemaViolations } from '../../evaluation/json-schema/validate/validate-schema.js';
import type { JsonValue } from '../../evaluation/values/json.js';
import { MockSampler, type SampleAttempt } from './mock-sampler.js';

/** Undefined when none was found. */
export async function sampleOfSchema(
  address: string,
  load: SchemaLoader,
  limits: EvaluationLimits,
): Promise<{ readonly value: unknown } | undefined> {
  try {
    const { target, registry } = await loadSchema(address, load);
    for (const value of sampleAttempts(target, registry)) {
      const violations = await findSchemaViolations(value as JsonValue, address, load, 1, limits);
      if (violations.length === 0) return { value };
    }
  } catch (error) {
    // What is wrong with the schema is reported when the response is checked.
    if (!(error instanceof SchemaProblem)) throw error;
  }
  return undefined;
}

/** Values that the schema may allow, the one that shows most of it first. */
export function* sampleAttempts(
  target: ResolvedSchema,
  registry: SchemaRegistry,
  leavesOut?: SampleAttempt['leavesOut'],
): Generator {
  for (const attempt of ATTEMPTS) {
    const sampler = new MockSampler(registry, { ...attempt, ...(leavesOut && { leavesOut }) });
    const value = sampler.sample([target]);
    if (value !== undefined) yield value;
  }
}

const ATTEMPTS: readonly SampleAttempt[] = [0, 1, 2, 3].flatMap((choice) => [
  { choice, usesExamples: true, hasOptional: true },
  { choice, usesExamples: false, hasOptional: true },
  { choice, usesExamples: false, hasOptional: false },
]);
