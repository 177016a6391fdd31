/** The body of a request as a value that can be kept. */
import { ABSENT } from '../../evaluation/values/absent.js';
import { formObject } from '../incoming/form-fields.js';
import type { ReceivedRequest } from '../incoming/received-request.js';
import type { StoredValue } from './state-store.js';

/** JSON and the fields of forms as values, anything else as text. A request without a body has an empty object. */
export function receivedValue(request: ReceivedRequest): StoredValue {
  const { body } = request;
  if (body.length === 0) return { value: {} };
  const fields = formObject(request);
  if (fields !== undefined) return { value: fields };
  const view = request.view();
  const json = view.json();
  if (json !== ABSENT) return { value: json };
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
  const text = bytes.toString('utf8');
  const contentType = view.contentType();
  const type = contentType === '' ? 'application/octet-stream' : contentType;
  return Buffer.from(text).equals(bytes)
    ? { value: text, contentType: type }
    : { value: bytes.toString('base64'), contentType: type, encoding: 'base64' };
}
