/** Paths that scripts write as text, such as `"data.items[0]"`. */
import { readPath } from '../../expressions/parse-path.js';
import { EVERY, type Step } from './subjects.js';

export function pathSteps(path: string): Step[] | undefined {
  const found = readPath(path);
  if (!found.ok) return undefined;
  return found.steps.map((step) =>
    step.kind === 'all' ? EVERY : step.kind === 'key' ? step.key : step.index,
  );
}
