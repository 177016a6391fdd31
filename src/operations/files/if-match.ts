import type { Condition } from '../../workspace/files/file-store.js';

export function etagOf(hash: string): string {
  return `"${hash}"`;
}

/** `If-Match` (RFC 9110, 13.1.1): `*` is content with any file, weak tags never match. */
export function ifMatchCondition(header: string | undefined): Condition | undefined {
  if (header === undefined) return undefined;
  if (header.trim() === '*') return () => true;
  const tags = new Set(Array.from(header.matchAll(/(W\/)?("[^"]*")/g), ([, weak, tag]) => weak ?? tag));
  return (hash) => tags.has(etagOf(hash));
}
