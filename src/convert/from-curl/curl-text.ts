import { encodeFormComponent } from '../../http/message/url-encoding.js';
import { classifyPlaceholder, cutTemplate, type TemplatePart } from '../../request-file/text/template.js';
import { literalText } from '../../request-file/write-safely.js';

/**
 * Converts a word of a command to a template. For curl it is plain text, but exported commands contain `{{name}}` for
 * variables: placeholders are kept, all other braces are literal.
 */
export function toTemplate(word: string): string {
  return mapParts(word, literalText, ({ source }) => source);
}

/** The same, percent-encoded like a form. */
export function toEncodedTemplate(word: string): string {
  return mapParts(
    word,
    (text) => literalText(encodeFormComponent(text)),
    ({ inner, source }) =>
      classifyPlaceholder(inner).kind === 'variable' ? `{{$urlEncode(${source})}}` : source,
  );
}

/** Whether the word starts with a placeholder. */
export function startsWithPlaceholder(word: string): boolean {
  const [first] = splitWord(word);
  return first?.kind === 'placeholder';
}

type TemplatePlaceholder = Extract<TemplatePart, { kind: 'placeholder' }>;

function mapParts(
  word: string,
  text: (text: string) => string,
  placeholder: (part: TemplatePlaceholder) => string,
): string {
  if (!word.includes('{{')) return text(word);
  return splitWord(word)
    .map((part) => (part.kind === 'text' ? text(part.text) : placeholder(part)))
    .join('');
}

/** A backslash before braces is an ordinary character here, and the text after it is no placeholder. */
function splitWord(word: string): TemplatePart[] {
  const joined: TemplatePart[] = [];
  const push = (text: string): void => {
    const last = joined.at(-1);
    if (last?.kind === 'text') joined[joined.length - 1] = { kind: 'text', text: last.text + text };
    else if (text !== '') joined.push({ kind: 'text', text });
  };
  word.split('\\{{').forEach((section, i) => {
    if (i > 0) push('\\{{');
    for (const part of cutTemplate(section)) {
      if (part.kind === 'placeholder' && isPlaceholder(part.inner)) joined.push(part);
      else push(part.kind === 'text' ? part.text : part.source);
    }
  });
  return joined;
}

const VARIABLE = /^[\p{L}_][\p{L}\p{N}\p{M}_.-]*(?:\[[^\]]*\][\p{L}\p{N}\p{M}_.-]*)*$/u;

function isPlaceholder(inner: string): boolean {
  const found = classifyPlaceholder(inner);
  if (found.kind === 'variable') return VARIABLE.test(found.name);
  return found.kind === 'environment' || found.isKnown;
}
