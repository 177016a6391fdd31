/** The parameters of an operation as defined, and the context for creating their values. */
import type { ApiOperation, ApiVersion } from '../../documents/api-operations.js';
import { list, text, type Mapping } from '../../documents/plain-data.js';
import type { SourceDocument } from '../../documents/references.js';
import type { ImportedVariables } from '../imported-variables.js';
import type { OperationContext } from './operation-context.js';
import type { ImportSampler } from './sample.js';
import type { Room } from './sample-value.js';
import { pointerStep } from '../../primitives/json-pointer.js';

export interface Parameter {
  readonly name: string;
  /** `path`, `query`, `header`, `cookie`; in 2.0 also `body`, `formData`. */
  readonly in: string;
  readonly value: Mapping;
  readonly home: SourceDocument;
  /** JSON pointer relative to the operation. */
  readonly below: string;
}

/** A parameter of the operation overrides one of the path with the same name and place. */
export function readParameters(
  { operation, item, home }: ApiOperation,
  operationContext: OperationContext,
): readonly Parameter[] {
  const found = new Map<string, Parameter>();
  for (const parameters of [item['parameters'], operation['parameters']]) {
    list(parameters).forEach((written, i) => {
      const below = `/parameters${pointerStep(i)}`;
      const { value, home: place } = operationContext.resolveMapping(written, home, below);
      const name = text(value['name']);
      const where = text(value['in']);
      if (where !== '') found.set(`${where} ${name}`, { name, in: where, value, home: place, below });
    });
  }
  return [...found.values()];
}

export interface ParameterContext {
  readonly version: ApiVersion;
  readonly operationContext: OperationContext;
  readonly sampler: ImportSampler;
  readonly variables: ImportedVariables;
  readonly room: Room;
  /** The name of the request. */
  readonly owner: string;
}
