import { encodeFormComponent } from '../../http/message/url-encoding.js';
import type { FormFieldsBody, TextBody } from '../../request-file/model/model.js';
import { trimBlanks } from '../../request-file/text/characters.js';

/** The text of a form; `textOf` expands a template, `encodedOf` also encodes its value. */
export function formText(
  body: TextBody | FormFieldsBody,
  textOf: (template: string) => string,
  encodedOf: (template: string) => string,
): string {
  if ('fields' in body) {
    return body.fields.map(({ key, value }) => `${encodeFormComponent(key)}=${encodedOf(value)}`).join('&');
  }
  const lines = body.raw.split(/\r\n|\n|\r/).map(trimBlanks);
  return textOf(lines.join(''));
}
