/** Where links and images of a page lead (mcp.md 5.4). */
const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/** Absolute; undefined for what is no link that a reader could follow. */
export function linkTarget(href: string | undefined, base: string): string | undefined {
  if (href === undefined || href.trim() === '') return undefined;
  const url = URL.parse(href.trim(), base || undefined);
  if (url === null || !SCHEMES.has(url.protocol)) return undefined;
  return url.href;
}
