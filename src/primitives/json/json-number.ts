const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Whether a text is a number as JSON writes it. */
export function isJsonNumber(text: string): boolean {
  return NUMBER.test(text);
}
