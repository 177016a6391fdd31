/** Compiles templates once, since the same text is expanded for every request, row and attempt. */
import { classifyPlaceholder, cutTemplate, type Placeholder } from '../../request-file/text/template.js';

export type TemplatePart = string | Placeholder;

const MAX_COMPILED = 2000;
const MAX_KEY_LENGTH = 10_000;
const kept = new Map<string, readonly TemplatePart[]>();

export function compileTemplate(text: string): readonly TemplatePart[] {
  const cached = kept.get(text);
  if (cached) return cached;
  const parts = cutTemplate(text).map((piece) =>
    piece.kind === 'text' ? piece.text : classifyPlaceholder(piece.inner),
  );
  if (text.length <= MAX_KEY_LENGTH) {
    if (kept.size >= MAX_COMPILED) kept.clear();
    kept.set(text, parts);
  }
  return parts;
}
