/** What an editor tells about the word or the name at a place. */
import { describeWordAt, type DescribedWord } from '../../request-file/describe-word.js';
import { skipBlanks } from '../../request-file/text/characters.js';
import { directiveAt, isTemplateDirective } from '../../request-file/text/directives.js';
import { classifyPlaceholder, openingAt } from '../../request-file/text/template.js';
import type { Hover, HoverContext, HoverPlace } from './hover-context.js';
import type { HoverSite } from './hover-site.js';
import { dependencyAt, statusAt } from './hover-target.js';
import { placeholderValue, processValue } from './placeholder-value.js';

/** Undefined if there is nothing to tell. */
export function hoverAt(place: HoverPlace, context: HoverContext): Hover | undefined {
  const { text: line, region, column } = place;
  const offset = column - 1;
  const isReplaced = replacesPlaceholders(place);
  const word = describeWordAt(line, region, offset);
  // Only functions begin with it, and they are called in placeholders.
  const isFunction = word?.title.startsWith('$') === true;
  const site =
    (word && (isReplaced || !isFunction) ? wordSite(word) : undefined) ??
    dependencyAt(place, context) ??
    statusAt(place) ??
    (isReplaced ? placeholderAt(place, context) : undefined);
  if (site === undefined) return undefined;
  const { from, to, text } = site;
  return { range: { line: place.line, column: from + 1, endColumn: to + 1 }, ...text };
}

function wordSite({ from, to, title, grammar, meaning, example }: DescribedWord): HoverSite {
  return { from, to, text: { title, ...(grammar !== '' && { grammar }), meaning, example } };
}

/** In these lines `{{` is plain text: titles, comments, names, captures and what a mock server sends. */
function replacesPlaceholders({ text, region }: HoverPlace): boolean {
  if (text.startsWith('###') || region === 'mock' || region === 'capture') return false;
  if (region !== 'head' && region !== 'headers' && region !== 'tail') return true;
  const first = skipBlanks(text, 0, text.length);
  if (text[first] !== '#' && !text.startsWith('//', first)) return true;
  const site = directiveAt(text, first, text.length);
  return site !== undefined && isTemplateDirective(text.slice(site.at + 1, site.nameStop));
}

function placeholderAt({ text, line, column }: HoverPlace, context: HoverContext): HoverSite | undefined {
  const offset = column - 1;
  let from = 0;
  for (let at = text.indexOf('{{'); at >= 0 && at <= offset; at = text.indexOf('{{', from + 2)) {
    const { start, end, state } = openingAt(text, at, text.length);
    from = start;
    if (state !== 'closed' || offset > end) continue;
    const found = classifyPlaceholder(text.slice(start + 2, end - 2).trim());
    if (found.kind === 'function') continue;
    const value =
      found.kind === 'variable'
        ? placeholderValue(found.name, line, context)
        : processValue(found.name, context);
    return value && { from: start, to: end, text: value };
  }
  return undefined;
}
