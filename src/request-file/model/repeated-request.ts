/** Requests that are executed several times: for the rows of `@data`, the elements of `@each`, or by `@loop`. */
import { readLoop } from './client-directives.js';
import type { Request } from './model.js';

type Repeated = Pick<Request, 'metadata'>;

/** What `@each` gives beside the element, whatever that is called. */
export const ELEMENT_NUMBER = 'each_number';

/** Whether it has a result for each execution, named `name [n]`. */
export function isRepeated({ metadata }: Repeated): boolean {
  return metadata.data !== undefined || metadata.each !== undefined || metadata['loop'] !== undefined;
}

/** The name of the element that a request is executed for; undefined without one. */
export function elementName({ metadata }: Repeated): string | undefined {
  if (metadata.each !== undefined) return metadata.each.name;
  const written = metadata['loop'];
  const loop = typeof written === 'string' ? readLoop(written) : undefined;
  return loop && 'variable' in loop ? loop.variable : undefined;
}

/** The names that have a value in such a request only. */
export function elementNames(request: Repeated): readonly string[] {
  const name = elementName(request);
  if (request.metadata.each !== undefined && name !== undefined) return [name, ELEMENT_NUMBER];
  return name === undefined ? NONE : [name];
}

const NONE: readonly string[] = [];
