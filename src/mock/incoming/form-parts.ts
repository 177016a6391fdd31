/** The fields of `multipart/form-data` (RFC 7578); of a file, its name. */

/** Undefined for another type, a body without an end, and more fields than are wanted. */
export function readFormParts(
  body: Uint8Array,
  contentType: string,
  maxFields: number,
): readonly (readonly [name: string, value: string])[] | undefined {
  const [, quoted, plain] = BOUNDARY.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) return undefined;
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const fields: (readonly [string, string])[] = [];
  // The first delimiter has no line break before it when nothing stands before it.
  const isFirst = bytes.indexOf(delimiter.subarray(2)) === 0;
  let at = isFirst ? delimiter.length - 2 : nextEnd(bytes, delimiter, 0);
  for (;;) {
    if (at < 0 || fields.length > maxFields) return undefined;
    if (bytes.toString('latin1', at, at + 2) === '--') return fields;
    const start = bytes.indexOf('\r\n', at);
    const end = start < 0 ? -1 : bytes.indexOf(delimiter, start);
    if (end < 0) return undefined;
    const field = readPart(bytes.subarray(start, end));
    if (field) fields.push(field);
    at = end + delimiter.length;
  }
}

const BOUNDARY = /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i;

function nextEnd(bytes: Buffer, delimiter: Buffer, from: number): number {
  const found = bytes.indexOf(delimiter, from);
  return found < 0 ? -1 : found + delimiter.length;
}

/** The part begins with the line break that ends its delimiter. */
function readPart(part: Buffer): readonly [name: string, value: string] | undefined {
  const blank = part.indexOf('\r\n\r\n');
  if (blank < 0) return undefined;
  const head = part.toString('utf8', 0, blank);
  const [, disposition = ''] = /^content-disposition:(.*)$/im.exec(head) ?? [];
  const name = parameter(disposition, 'name');
  if (name === undefined) return undefined;
  const file = parameter(disposition, 'filename');
  return [name, file ?? part.toString('utf8', blank + 4)];
}

function parameter(disposition: string, name: string): string | undefined {
  const found = new RegExp(`;\\s*${name}="([^"]*)"`, 'i').exec(disposition)?.[1];
  return found?.replaceAll('%22', '"');
}
