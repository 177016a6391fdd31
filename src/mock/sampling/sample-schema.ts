/** A value that a JSON Schema allows, for schemas as people write them; the value is validated before it is used. */
import type { EvaluationLimits } from '../../evaluation/bounded/limits.js';
import { loadSchema, type SchemaLoader } from '../../evaluation/json-schema/references/load-schema.js';
import { SchemaProblem } from '../../evaluation/json-schema/references/registry.js';
import { SchemaSampler, type Sample } from '../../evaluation/json-schema/sample/schema-sampler.js';
import { findSchemaViolations } from '../../evaluation/json-schema/validate/validate-schema.js';
import type { JsonValue } from '../../evaluation/values/json.js';
import { MockSampleProfile, type SampleAttempt } from './mock-sample-profile.js';

/** Undefined when none was found. */
export async function sampleOfSchema(
  address: string,
  load: SchemaLoader,
  limits: EvaluationLimits,
): Promise<Sample | undefined> {
  try {
    const { target, registry } = await loadSchema(address, load);
    const place = { value: target.schema, home: target.resource };
    for (const attempt of ATTEMPTS) {
      const sample = new SchemaSampler(new MockSampleProfile(registry, attempt)).sample([place]);
      if (sample === undefined) continue;
      const violations = await findSchemaViolations(sample.value as JsonValue, address, load, 1, limits);
      if (violations.length === 0) return sample;
    }
  } catch (error) {
    // What is wrong with the schema is reported when the response is checked.
    if (!(error instanceof SchemaProblem)) throw error;
  }
  return undefined;
}

const ATTEMPTS: readonly SampleAttempt[] = [0, 1, 2, 3].flatMap((choice) => [
  { choice, usesExamples: true, hasOptional: true },
  { choice, usesExamples: false, hasOptional: true },
  { choice, usesExamples: false, hasOptional: false },
]);
