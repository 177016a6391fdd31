/** The value of a parameter or media type: its own examples first, then its schema's. */
import type { Parameter } from '../../documents/operation-parameters.js';
import { entries } from '../../documents/plain-data.js';
import { writtenExample } from '../../documents/written-examples.js';
import type { OperationContext } from './operation-context.js';
import { jsonText, Template } from './sample-value.js';
import { pointerStep } from '../../primitives/json-pointer.js';

export interface ParameterSample {
  /** Undefined when the document says nothing about it. */
  readonly value: unknown;
  /** The document gives it as an example. */
  readonly isExample: boolean;
  /** Nothing in the document gives it: it was made up by its type. */
  readonly isFiller: boolean;
}

export function parameterSample(parameter: Parameter, context: OperationContext): ParameterSample {
  const { value: written, home, below } = parameter;
  const { api, sampler } = context;
  const own = writtenExample(parameter, context);
  if (own !== undefined) return { value: own.value, isExample: true, isFiller: false };
  const [media] = entries(written['content']);
  if (media !== undefined) {
    const [type, content] = media;
    const found = context.resolveMapping(content, home, `${below}/content${pointerStep(type)}`);
    const example = writtenExample({ ...found, below }, context);
    const value = example?.value ?? sampler.sample([{ value: found.value['schema'], home: found.home }]);
    const origin = { isExample: example !== undefined, isFiller: example === undefined };
    if (value === undefined || typeof value === 'string') return { value, ...origin };
    const text = jsonText(value, api.budget).replaceAll(/\n */g, '');
    return { value: new Template(text), ...origin };
  }
  // In 2.0 a parameter is its own schema.
  const schema = api.version === '2.0' ? written : written['schema'];
  const flat = sampler.combine([{ value: schema, home }]);
  const { given } = flat;
  const isFiller = given === undefined && flat.givenMembers.size === 0;
  return { value: sampler.sampleCombined(flat), isExample: given?.isExample === true, isFiller };
}
