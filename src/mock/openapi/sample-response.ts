/** The value of a response, of which a description gives an example or a schema. */
import type { OperationSource } from '../../documents/operation-source.js';
import { namedExample, writtenExample } from '../../documents/written-examples.js';
import { SchemaProblem, type ResolvedSchema } from '../../evaluation/json-schema/references/registry.js';
import { timeSlice } from '../../primitives/time-slice.js';
import { sampleAttempts } from '../sampling/sample-schema.js';
import type { ApiDescription } from './api-description.js';
import type { PlannedMedia } from './operation-plan.js';

const SLICE_MS = 8;

export interface SampledValue {
  readonly value: unknown;
}

/** Undefined when the description says nothing about the content. `example` is a name that the media type has. */
export async function sampleContent(
  media: PlannedMedia,
  example: string | undefined,
  source: OperationSource,
  description: ApiDescription,
): Promise<SampledValue | undefined> {
  const written =
    example === undefined ? writtenExample(media, source) : namedExample(example, media, source);
  if (written) return written;
  return media.schema && sampleSchema(media.schema, description);
}

/** A value that the schema allows in responses; else the first that was made for it. */
export async function sampleSchema(
  schema: ResolvedSchema,
  { schemas }: ApiDescription,
): Promise<SampledValue | undefined> {
  let first: SampledValue | undefined;
  const yieldIfDue = timeSlice(SLICE_MS, 1);
  for (const value of sampleAttempts(schema, schemas.registry, 'writeOnly')) {
    first ??= { value };
    await yieldIfDue();
    try {
      const options = { maxViolations: 1, unneeded: 'writeOnly' } as const;
      if ((await schemas.violations(value, schema, options)).length === 0) return { value };
    } catch (error) {
      if (error instanceof SchemaProblem) return first;
      throw error;
    }
  }
  return first;
}
