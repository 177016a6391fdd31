/** Resolves the targets of links and images of a page. */
const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/** The absolute URL; undefined for a target that a reader cannot follow. */
export function linkTarget(href: string | undefined, base: string): string | undefined {
  if (href === undefined || href.trim() === '') return undefined;
  const url = URL.parse(href.trim(), base || undefined);
  if (url === null || !SCHEMES.has(url.protocol)) return undefined;
  return url.href;
}
