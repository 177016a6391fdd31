/** Reports the parts of a document that requests cannot express. */
import { entries, mapping, type Mapping } from '../../documents/plain-data.js';
import type { Loss } from '../converted.js';
import { pointerStep } from '../../primitives/json-pointer.js';

const ITEM_FIELDS: ReadonlySet<string> = new Set(
  'get post put patch delete head options trace $ref summary description servers parameters'.split(' '),
);

export function findDocumentLosses(root: Mapping): Loss[] {
  const losses: Loss[] = [];
  for (const [name] of entries(root['webhooks']))
    losses.push({ path: `/webhooks${pointerStep(name)}`, reason: 'webhooks have no counterpart' });
  for (const [path, item] of entries(root['paths'])) {
    for (const [field, value] of entries(item)) {
      if (ITEM_FIELDS.has(field) || mapping(value) === undefined) continue;
      const place = `/paths${pointerStep(path)}${pointerStep(field)}`;
      losses.push({ path: place, reason: `${field} is no method that has a counterpart` });
    }
  }
  return losses;
}

/** An invalid document is read as far as possible. */
export function findDocumentWarnings(root: Mapping, found: number, wanted: number): string[] {
  const warnings: string[] = [];
  const info = mapping(root['info']);
  if (typeof info?.['title'] !== 'string') warnings.push('the document has no info.title');
  if (mapping(root['paths']) === undefined) warnings.push('the document has no paths');
  else if (found === 0) warnings.push('the document has no operations');
  if (found > 0 && wanted === 0) warnings.push('no operation has one of the tags asked for');
  return warnings;
}
