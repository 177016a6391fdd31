/** The text of bytes, by the charset of their type, else as UTF-8. */

/** Undefined for bytes that are no text. */
export function decodeText(bytes: Uint8Array, contentType: string): string | undefined {
  const [, quoted, plain] = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i.exec(contentType) ?? [];
  const label = quoted ?? plain;
  const isNamedText = /^\s*(?:text\/|application\/(?:.*\+)?(?:json|xml)\b)/i.test(contentType);
  if (!isNamedText && looksBinary(bytes)) return undefined;
  try {
    return new TextDecoder(label ?? 'utf-8', { fatal: !isNamedText }).decode(bytes);
  } catch {
    // An unknown charset is read as UTF-8; anything else that cannot be decoded is no text.
    return isNamedText ? new TextDecoder().decode(bytes) : undefined;
  }
}

const LOOKED_AT = 4096;

/** Texts have no NUL characters. */
function looksBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, LOOKED_AT).includes(0);
}

export function bytesOfBase64(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}
