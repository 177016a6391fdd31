/** The fields of a form that a client sent. */
import { objectFrom } from '../../primitives/json/key-order.js';
import { readFormParts } from './form-parts.js';
import type { ReceivedRequest } from './received-request.js';

type Field = readonly [name: string, value: string];

/** A form with more fields counts as a text. */
const MAX_FIELDS = 10_000;

/** The values of a repeated name are a list; undefined for a body that is no form. */
export function formObject(request: ReceivedRequest): Readonly<Record<string, unknown>> | undefined {
  const fields = formFields(request);
  return fields && objectOf(fields);
}

function formFields(request: ReceivedRequest): readonly Field[] | undefined {
  const { body } = request;
  const contentType = request.view().contentType();
  if (/^application\/x-www-form-urlencoded\b/i.test(contentType)) {
    const text = Buffer.from(body.buffer, body.byteOffset, body.length).toString('utf8');
    return text.split('&', MAX_FIELDS + 1).length > MAX_FIELDS ? undefined : [...new URLSearchParams(text)];
  }
  return readFormParts(body, contentType, MAX_FIELDS);
}

function objectOf(fields: readonly Field[]): Readonly<Record<string, unknown>> {
  const values = new Map<string, string[]>();
  for (const [name, value] of fields) {
    const kept = values.get(name);
    if (kept === undefined) values.set(name, [value]);
    else kept.push(value);
  }
  return objectFrom([...values].map(([name, all]) => [name, all.length === 1 ? all[0] : all] as const));
}
