/** The value of a response, of which a description gives an example or a schema. */
import type { OperationSource } from '../../documents/operation-source.js';
import { namedExample, writtenExample } from '../../documents/written-examples.js';
import { SchemaProblem, type ResolvedSchema } from '../../evaluation/json-schema/references/registry.js';
import { timeSlice } from '../../primitives/time-slice.js';
import { fittingSample } from '../sampling/sample-schema.js';
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
  const { registry } = schemas;
  let first: SampledValue | undefined;
  const yieldIfDue = timeSlice(SLICE_MS, 1);
  try {
    const sampled = await fittingSample(
      { target: schema, registry, leavesOut: 'writeOnly' },
      async (value) => {
        first ??= { value };
        await yieldIfDue();
        const [violation] = await schemas.violations(value, schema, {
          maxViolations: 1,
          unneeded: 'writeOnly',
        });
        return violation?.pointer;
      },
    );
    return sampled ?? first;
  } catch (error) {
    if (error instanceof SchemaProblem) return first;
    throw error;
  }
}
