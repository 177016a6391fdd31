import fontoxpath from 'fontoxpath';

/** Only the syntax matters here, so the tree that the parser builds goes nowhere. */
const node = {};
const factory = {
  createAttributeNS: () => node,
  createCDATASection: () => node,
  createComment: () => node,
  createDocument: () => node,
  createElementNS: () => node,
  createProcessingInstruction: () => node,
  createTextNode: () => node,
};
const writer = {
  insertAdjacentText: ignore,
  insertBefore: ignore,
  removeAttributeNS: ignore,
  removeChild: ignore,
  setAttributeNS: ignore,
  setData: ignore,
};

function ignore(): void {}

/** Why the text is no XPath expression. */
export function xpathProblem(expression: string): string | undefined {
  try {
    fontoxpath.parseScript(expression, {}, factory as never, writer);
    return undefined;
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    const at = /at <>:\d+:(\d+)/.exec(message)?.[1];
    return at === undefined ? 'no XPath expression' : `no XPath expression from character ${at} on`;
  }
}
