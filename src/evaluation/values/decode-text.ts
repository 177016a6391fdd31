/** Decodes the bytes of a body by the charset of its Content-Type, else as UTF-8; drops a byte-order mark. */

const UTF8 = new TextDecoder();

export function decodeText(bytes: Uint8Array, contentType: string | undefined): string {
  const label = contentType === undefined ? undefined : charsetOf(contentType);
  if (label === undefined || label === 'utf-8' || label === 'utf8') return UTF8.decode(bytes);
  return decodeWith(decoderFor(label) ?? UTF8, bytes);
}

export function decodeWith(decoder: InstanceType<typeof TextDecoder>, bytes: Uint8Array): string {
  return decoder.encoding === 'windows-1252' ? decodeWindows1252(bytes) : decoder.decode(bytes);
}

/** The charset in lower case; undefined when the header names none. */
export function charsetOf(contentType: string): string | undefined {
  const match = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i.exec(contentType);
  return (match?.[1] ?? match?.[2])?.trim().toLowerCase();
}

/** Undefined for an unknown label. */
export function decoderFor(label: string | undefined): InstanceType<typeof TextDecoder> | undefined {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label);
  } catch {
    return undefined;
  }
}

/**
 * What 0x80 to 0x9F mean in windows-1252, which is also what the labels `iso-8859-1` and `latin1` mean
 * (WHATWG Encoding). Node 20 gives C1 controls instead.
 */
const HIGH =
  '\u20AC\u0081\u201A\u0192\u201E\u2026\u2020\u2021\u02C6\u2030\u0160\u2039\u0152\u008D\u017D\u008F' +
  '\u0090\u2018\u2019\u201C\u201D\u2022\u2013\u2014\u02DC\u2122\u0161\u203A\u0153\u009D\u017E\u0178';

function decodeWindows1252(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return text.replace(/[\u0080-\u009F]/g, (control) => HIGH[control.charCodeAt(0) - 0x80] ?? control);
}
