/** `@each` and `@loop`: what each execution of a request has of its own. */
import { isOfType } from '../../evaluation/values/json-type.js';
import type { Scope } from '../../evaluation/variables/scope.js';
import type { LoopItem } from '../../evaluation/variables/scope-sources.js';
import { VariableFailure } from '../../evaluation/variables/variable-failure.js';
import { readEachSource } from '../../request-file/expressions/parse-each.js';
import { MAX_LOOPS, readLoop } from '../../request-file/model/client-directives.js';
import type { EachDirective, Request } from '../../request-file/model/model.js';

/**
 * Undefined without `@each`, and without a loop that svc understands. Throws VariableFailure for a list that is none.
 */
export function loopItems({ metadata }: Request, scope: Scope): readonly LoopItem[] | undefined {
  const { each, loop: written } = metadata;
  if (each !== undefined) return eachItems(each, scope);
  const loop = typeof written === 'string' ? readLoop(written) : undefined;
  if (loop === undefined) return undefined;
  if ('count' in loop) return Array.from({ length: loop.count }, (_, index) => ({ index }));
  const { variable: name, list } = loop;
  const value = scope.value({ kind: 'template', text: list });
  if (!Array.isArray(value)) throw new VariableFailure(`@loop: ${list} is no list`);
  if (value.length > MAX_LOOPS)
    throw new VariableFailure(`@loop: ${list} has more than ${MAX_LOOPS} elements`);
  return value.map((element: unknown, index) => ({ index, name, value: element }));
}

function eachItems({ source, name }: EachDirective, scope: Scope): readonly LoopItem[] {
  const read = readEachSource(source);
  const shown = `@each ${source.length > MAX_SHOWN_SOURCE ? `${source.slice(0, MAX_SHOWN_SOURCE)}…` : source}`;
  const item = (value: unknown, index: number): LoopItem => ({ number: index + 1, name, value });
  if (read?.kind === 'range') {
    const { first, last } = read;
    const length = checkedLength(Math.abs(last - first) + 1, shown);
    const step = first <= last ? 1 : -1;
    return Array.from({ length }, (_, index) => item(first + index * step, index));
  }
  // Only a tree that no text was parsed to has another source.
  const value = read === undefined ? source : scope.value(read.literal);
  if (!Array.isArray(value)) throw new VariableFailure(`\`${shown}\` is ${typeText(value)}, not a list`);
  checkedLength(value.length, shown);
  return value.map(item);
}

const MAX_SHOWN_SOURCE = 100;

function checkedLength(length: number, shown: string): number {
  if (length <= MAX_LOOPS) return length;
  throw new VariableFailure(`\`${shown}\` has ${length} elements; ${MAX_LOOPS} are the most`);
}

function typeText(value: unknown): string {
  if (value === null) return 'null';
  if (isOfType(value, 'object')) return 'an object';
  if (isOfType(value, 'number')) return 'a number';
  return typeof value === 'boolean' ? 'a boolean' : 'a string';
}
