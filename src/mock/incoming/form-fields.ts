/** The fields of a form that a client sent. */
import { objectFrom } from '../../primitives/json/key-order.js';
import { readFormParts } from './form-parts.js';

export type FormField = readonly [name: string, value: string];

/** A form with more fields counts as a text. */
const MAX_FIELDS = 10_000;

/** In the order in which they are written; undefined for a body that is no form. */
export function readFormFields(body: Uint8Array, contentType: string): readonly FormField[] | undefined {
  if (/^application\/x-www-form-urlencoded\b/i.test(contentType)) {
    const text = Buffer.from(body.buffer, body.byteOffset, body.length).toString('utf8');
    return text.split('&', MAX_FIELDS + 1).length > MAX_FIELDS ? undefined : [...new URLSearchParams(text)];
  }
  return readFormParts(body, contentType, MAX_FIELDS);
}

/**
 * The values of a repeated name are a list; undefined for a body that is no form. An object or a list in JSON is none,
 * whatever its type says: `curl -d` names the type of a form unless it is told another one.
 */
export function formObject(request: {
  formFields(): readonly FormField[] | undefined;
  view(): { json(): unknown };
}): Readonly<Record<string, unknown>> | undefined {
  const fields = request.formFields();
  if (fields === undefined || isStructure(request.view().json())) return undefined;
  return valuesByName(fields);
}

function isStructure(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** The values of a repeated name are a list. */
export function valuesByName(fields: Iterable<FormField>): Readonly<Record<string, unknown>> {
  const values = new Map<string, string[]>();
  for (const [name, value] of fields) {
    const kept = values.get(name);
    if (kept === undefined) values.set(name, [value]);
    else kept.push(value);
  }
  return objectFrom([...values].map(([name, all]) => [name, all.length === 1 ? all[0] : all] as const));
}
