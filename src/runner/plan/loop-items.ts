/** `@loop`: what each execution of a request has of its own. */
import type { Scope } from '../../evaluation/variables/scope.js';
import type { LoopItem } from '../../evaluation/variables/scope-sources.js';
import { VariableFailure } from '../../evaluation/variables/variable-failure.js';
import { MAX_LOOPS, readLoop } from '../../request-file/model/client-directives.js';
import type { Request } from '../../request-file/model/model.js';

/** Undefined without a loop that svc understands. Throws VariableFailure for a list that is none. */
export function loopItems({ metadata }: Request, scope: Scope): readonly LoopItem[] | undefined {
  const { loop: written } = metadata;
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
