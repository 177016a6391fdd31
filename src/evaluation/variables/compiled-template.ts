/** Templates cut and classified once: the same text is expanded for every request, row and attempt. */
import { classifyPlaceholder, cutTemplate, type Placeholder } from '../../request-file/text/template.js';

export type Part = string | Placeholder;

const MOST_KEPT = 2000;
const LONGEST_KEPT = 10_000;
const kept = new Map<string, readonly Part[]>();

export function compileTemplate(text: string): readonly Part[] {
  const known = kept.get(text);
  if (known) return known;
  const parts = cutTemplate(text).map((piece) =>
    piece.kind === 'text' ? piece.text : classifyPlaceholder(piece.inner),
  );
  if (text.length <= LONGEST_KEPT) {
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(text, parts);
  }
  return parts;
}
