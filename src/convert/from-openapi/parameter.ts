/** Parameters of an operation as they are defined, and what it takes to make values of them. */
import type { ApiOperation, ApiVersion } from '../../documents/api-operations.js';
import { list, pointerStep, text, type Mapping } from '../../documents/plain-data.js';
import type { Home } from '../../documents/references.js';
import type { FileVariables } from '../file-variables.js';
import type { OperationContext } from './operation-reading.js';
import type { Sampler } from './sample.js';
import type { Room } from './sample-value.js';

export interface Parameter {
  readonly name: string;
  /** `path`, `query`, `header`, `cookie`; in 2.0 also `body`, `formData`. */
  readonly in: string;
  readonly value: Mapping;
  readonly home: Home;
  /** JSON pointer that continues the operation's own. */
  readonly below: string;
}

/** An operation's parameter replaces the path's one of the same name and place. */
export function readParameters(
  { operation, item, home }: ApiOperation,
  reading: OperationContext,
): readonly Parameter[] {
  const found = new Map<string, Parameter>();
  for (const parameters of [item['parameters'], operation['parameters']]) {
    list(parameters).forEach((written, i) => {
      const below = `/parameters${pointerStep(i)}`;
      const { value, home: place } = reading.mappingAt(written, home, below);
      const name = text(value['name']);
      const where = text(value['in']);
      if (where !== '') found.set(`${where} ${name}`, { name, in: where, value, home: place, below });
    });
  }
  return [...found.values()];
}

export interface ParameterContext {
  readonly version: ApiVersion;
  readonly reading: OperationContext;
  readonly sampler: Sampler;
  readonly variables: FileVariables;
  readonly room: Room;
  /** Name of the request. */
  readonly owner: string;
}
