/** The names that placeholders of a request with `@each` or `@loop` may have beside all others. */
import { readEachSource } from '../../request-file/expressions/parse-each.js';
import type { Literal } from '../../request-file/expressions/parse-value.js';
import type { Request } from '../../request-file/model/model.js';
import { elementName, elementNames } from '../../request-file/model/repeated-request.js';

/** A list that is written in the file may be long. */
const MAX_ELEMENTS = 100;

/** With the members of the elements, as far as the list is written in the file. */
export function elementPlaceholders(request: Request): readonly string[] {
  const name = elementName(request);
  if (name === undefined) return [];
  const { each } = request.metadata;
  const source = each && readEachSource(each.source);
  const members = source?.kind === 'literal' ? memberNames(source.literal) : [];
  return [...elementNames(request), ...members.map((member) => `${name}.${member}`)];
}

function memberNames(list: Literal): readonly string[] {
  if (list.kind !== 'list') return [];
  const names = list.items
    .slice(0, MAX_ELEMENTS)
    .flatMap((item) => (item.kind === 'object' ? item.entries.map(([name]) => name) : []));
  return [...new Set(names)].filter((name) => /^[A-Za-z_][\w-]*$/.test(name));
}
