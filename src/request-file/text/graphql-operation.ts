/** What a GraphQL document asks for, as far as its words say. */

/** Comments and strings, in which words and braces mean nothing, and everything that does. */
const PARTS = /#[^\n\r]*|"""(?:\\"""|[^])*?(?:"""|$)|"(?:\\.|[^"\\\n\r])*"?|[{}()]|[A-Za-z_]\w*/g;

/** Whether the first operation of the document is a subscription; fragments may stand before it. */
export function isSubscription(document: string): boolean {
  let depth = 0;
  let isDefinitionStart = true;
  for (const [part] of document.matchAll(PARTS)) {
    if (part.startsWith('#') || part.startsWith('"')) continue;
    if (part === '{' || part === '(') {
      // A selection without a word before it is a query.
      if (isDefinitionStart) return false;
      depth += 1;
    } else if (part === '}' || part === ')') {
      depth -= 1;
      isDefinitionStart = part === '}' && depth === 0;
    } else if (isDefinitionStart) {
      if (part !== 'fragment') return part === 'subscription';
      isDefinitionStart = false;
    }
  }
  return false;
}
