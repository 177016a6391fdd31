/** The media type of a Content-Type without its parameters, in lower case. */
export function mediaTypeOf(contentType: string): string {
  return (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
}

/** `application/json` and all types that end in `+json` (RFC 6839). */
export function isJsonType(contentType: string): boolean {
  return JSON_TYPE.test(contentType);
}

const JSON_TYPE = /^\s*(?:application\/json|[^\s;]+\+json)\s*(?:;|$)/i;
