/** Variables that scripts of the collection set to the same text before every request. */
import { variableName } from '../import-names.js';
import { constantSets } from '../translated-scripts.js';
import type { PlacedRequest } from './bruno-request.js';

/**
 * By name. What anything else in the collection stores or defines under the same name is no constant, since that would
 * win over a variable of the file, or lose to it, at other times than in Bruno.
 */
export function scriptConstants(placed: readonly PlacedRequest[]): ReadonlyMap<string, string> {
  const outer = placed.flatMap(({ parts, outerSets }) => parts.sets.slice(0, outerSets));
  const found = constantSets(outer);
  for (const { parts, outerSets, levels } of placed) {
    for (const { name } of [...parts.captures, ...parts.sets.slice(outerSets)]) found.delete(name);
    for (const { name, value, enabled } of levels.flatMap(({ variables }) => variables))
      if (enabled && found.get(variableName(name)) !== value) found.delete(variableName(name));
  }
  return found;
}
