const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Whether a text is a number as JSON writes it. */
export function isJsonNumber(text: string): boolean {
  const code = text.charCodeAt(0);
  // Most texts are no numbers, and a pattern takes longer to find that out.
  return ((code >= 48 && code <= 57) || code === 45) && NUMBER.test(text);
}
