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
import { mendedSample, type BrokenAt } from './mend-sample.js';
import { MockSampler, type SampleAttempt } from './mock-sampler.js';

/** Undefined when none was found. */
export async function sampleOfSchema(
  address: string,
  load: SchemaLoader,
  limits: EvaluationLimits,
): Promise<{ readonly value: unknown } | undefined> {
  try {
    const { target, registry } = await loadSchema(address, load);
    return await fittingSample({ target, registry }, async (value) => {
      const [violation] = await findSchemaViolations(value as JsonValue, address, load, 1, limits);
      return violation?.pointer;
    });
  } catch (error) {
    // What is wrong with the schema is reported when the response is checked.
    if (!(error instanceof SchemaProblem)) throw error;
  }
  return undefined;
}

export interface SampledSchema {
  readonly target: ResolvedSchema;
  readonly registry: SchemaRegistry;
  readonly leavesOut?: SampleAttempt['leavesOut'];
}

/** A value that the schema allows and that shows as much of it as possible; undefined when none is found. */
export async function fittingSample(
  schema: SampledSchema,
  brokenAt: BrokenAt,
): Promise<{ readonly value: unknown } | undefined> {
  const [first, ...others] = FULL_ATTEMPTS.map((attempt) => once(() => sampleOf(schema, attempt)));
  const value = first?.();
  if (value !== undefined) {
    const mended = await mendedSample(value, others, brokenAt);
    if (mended) return mended;
  }
  for (const attempt of ATTEMPTS) {
    const sample = sampleOf(schema, attempt);
    if (sample !== undefined && (await brokenAt(sample)) === undefined) return { value: sample };
  }
  return undefined;
}

function sampleOf({ target, registry, leavesOut }: SampledSchema, attempt: SampleAttempt): unknown {
  return new MockSampler(registry, { ...attempt, ...(leavesOut && { leavesOut }) }).sample([target]);
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** The one that shows most first. */
const ATTEMPTS: readonly SampleAttempt[] = [0, 1, 2, 3].flatMap((choice) => [
  { choice, usesExamples: true, hasOptional: true },
  { choice, usesExamples: false, hasOptional: true },
  { choice, usesExamples: false, hasOptional: false },
]);
const FULL_ATTEMPTS = ATTEMPTS.filter(({ hasOptional }) => hasOptional);
