import { encodeFormComponent } from '../../http/message/url-encoding.js';
import { classifyPlaceholder, cutTemplate, type TemplatePart } from '../../request-file/text/template.js';
import { literalText } from '../../request-file/write-safely.js';

/**
 * A word of a command as a template. To curl it is plain text, but `{{name}}` is what an exported command
 * holds for a variable: placeholders stay, all other braces are literal.
 */
export function curlText(word: string): string {
  return mapPieces(word, literalText, ({ source }) => source);
}

/** The same, percent-encoded as a form is. */
export function encodedCurlText(word: string): string {
  return mapPieces(
    word,
    (text) => literalText(encodeFormComponent(text)),
    ({ inner, source }) =>
      classifyPlaceholder(inner).kind === 'variable' ? `{{$urlEncode(${source})}}` : source,
  );
}

/** Whether the word begins with a placeholder. */
export function startsWithPlaceholder(word: string): boolean {
  const [first] = pieces(word);
  return first?.kind === 'placeholder';
}

type PlaceholderPiece = Extract<TemplatePart, { kind: 'placeholder' }>;

function mapPieces(
  word: string,
  text: (text: string) => string,
  placeholder: (piece: PlaceholderPiece) => string,
): string {
  if (!word.includes('{{')) return text(word);
  return pieces(word)
    .map((piece) => (piece.kind === 'text' ? text(piece.text) : placeholder(piece)))
    .join('');
}

/** A backslash before braces is a character like others here, and what follows it no placeholder. */
function pieces(word: string): TemplatePart[] {
  const joined: TemplatePart[] = [];
  const push = (text: string): void => {
    const last = joined.at(-1);
    if (last?.kind === 'text') joined[joined.length - 1] = { kind: 'text', text: last.text + text };
    else if (text !== '') joined.push({ kind: 'text', text });
  };
  word.split('\\{{').forEach((part, i) => {
    if (i > 0) push('\\{{');
    for (const piece of cutTemplate(part)) {
      if (piece.kind === 'placeholder' && isMeant(piece.inner)) joined.push(piece);
      else push(piece.kind === 'text' ? piece.text : piece.source);
    }
  });
  return joined;
}

const VARIABLE = /^[\p{L}_][\p{L}\p{N}\p{M}_.-]*(?:\[[^\]]*\][\p{L}\p{N}\p{M}_.-]*)*$/u;

function isMeant(inner: string): boolean {
  const found = classifyPlaceholder(inner);
  if (found.kind === 'variable') return VARIABLE.test(found.name);
  return found.kind === 'environment' || found.isKnown;
}
