/**
 * Which paths are not recorded (server.md 13): `*` any text without `/`, `**` any text; a pattern without
 * a star is a prefix. Case-sensitive, the whole path.
 */
export function createExclusion(patterns: readonly string[]): (path: string) => boolean {
  const rules = patterns.filter((pattern) => pattern !== '').map(ruleOf);
  return (path) => rules.some((rule) => rule(path));
}

type Rule = (path: string) => boolean;

function ruleOf(written: string): Rule {
  const pattern = written.startsWith('/') ? written : `/${written}`;
  if (!pattern.includes('*')) return (path) => path.startsWith(pattern);
  const parts = pattern.split(/(\*+)/).filter((part) => part !== '');
  return (path) => matches(parts, path);
}

/** All positions that the parts so far can end at: time grows with path and pattern, never with their product's powers. */
function matches(parts: readonly string[], path: string): boolean {
  let ends = new Set([0]);
  for (const part of parts) {
    const next = new Set<number>();
    for (const at of ends) {
      if (!part.startsWith('*')) {
        if (path.startsWith(part, at)) next.add(at + part.length);
      } else if (!addStar(part, path, at, next)) break;
    }
    if (next.size === 0) return false;
    ends = next;
  }
  return ends.has(path.length);
}

/** Whether later starts can add anything: `**` from the first start covers them all. */
function addStar(star: string, path: string, at: number, ends: Set<number>): boolean {
  const across = star.length > 1;
  for (let end = at; end <= path.length; end += 1) {
    if (!across && ends.has(end)) break;
    ends.add(end);
    if (!across && path[end] === '/') break;
  }
  return !across;
}
