/** The parameters of an operation as defined. */
import { list, text, type Mapping } from './plain-data.js';
import type { SourceDocument } from './references.js';
import type { OperationSource } from './operation-source.js';
import { pointerStep } from '../primitives/json-pointer.js';

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
export function readParameters(source: OperationSource): readonly Parameter[] {
  const { operation, item, home } = source.found;
  const found = new Map<string, Parameter>();
  for (const parameters of [item['parameters'], operation['parameters']]) {
    list(parameters).forEach((written, i) => {
      const below = `/parameters${pointerStep(i)}`;
      const { value, home: place } = source.resolveMapping(written, home, below);
      const name = text(value['name']);
      const where = text(value['in']);
      if (where !== '') found.set(`${where} ${name}`, { name, in: where, value, home: place, below });
    });
  }
  return [...found.values()];
}
