/** The body of a request as a value that can be kept. */
import { ABSENT } from '../../evaluation/values/absent.js';
import { objectFrom } from '../../primitives/json/key-order.js';
import type { ReceivedRequest } from '../incoming/received-request.js';
import { readFormParts } from '../incoming/form-parts.js';
import type { StoredValue } from './state-store.js';

/** JSON and the fields of forms as values, anything else as text. A request without a body has an empty object. */
export function receivedValue(request: ReceivedRequest): StoredValue {
  const { body } = request;
  if (body.length === 0) return { value: {} };
  const view = request.view();
  const contentType = view.contentType();
  const fields = formFields(request, contentType);
  if (fields !== undefined) return { value: objectOf(fields) };
  const json = view.json();
  if (json !== ABSENT) return { value: json };
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
  const text = bytes.toString('utf8');
  const type = contentType === '' ? 'application/octet-stream' : contentType;
  return Buffer.from(text).equals(bytes)
    ? { value: text, contentType: type }
    : { value: bytes.toString('base64'), contentType: type, encoding: 'base64' };
}

type Field = readonly [name: string, value: string];

/** A form with more fields is kept as a text. */
const MAX_FIELDS = 10_000;

function formFields({ body }: ReceivedRequest, contentType: string): readonly Field[] | undefined {
  if (/^application\/x-www-form-urlencoded\b/i.test(contentType)) {
    const text = Buffer.from(body.buffer, body.byteOffset, body.length).toString('utf8');
    return text.split('&', MAX_FIELDS + 1).length > MAX_FIELDS ? undefined : [...new URLSearchParams(text)];
  }
  return readFormParts(body, contentType, MAX_FIELDS);
}

/** The values of a repeated name are a list. */
function objectOf(fields: readonly Field[]): Readonly<Record<string, unknown>> {
  const values = new Map<string, string[]>();
  for (const [name, value] of fields) {
    const kept = values.get(name);
    if (kept === undefined) values.set(name, [value]);
    else kept.push(value);
  }
  return objectFrom([...values].map(([name, all]) => [name, all.length === 1 ? all[0] : all] as const));
}
