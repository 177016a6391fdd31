/** What is told about a request that another one depends on, and about a status code. */
import { dependencyNames, otherFileDependency } from '../../request-file/model/directive-values.js';
import { reasonPhrase } from '../../request-file/scripts/values/reason-phrases.js';
import { isDigit, skipBlanks } from '../../request-file/text/characters.js';
import { directiveAt, DIRECTIVES, type DirectiveKind } from '../../request-file/text/directives.js';
import type { HoverContext, HoverPlace, HoverRequest, HoverText } from './hover-context.js';
import type { HoverSite } from './hover-site.js';
import { lineOf, shorten } from './placeholder-value.js';

interface DirectiveValue {
  readonly kind: DirectiveKind;
  readonly value: string;
  /** The offset of the value in the line. */
  readonly start: number;
}

function directiveValue({ text, region }: HoverPlace): DirectiveValue | undefined {
  if (region !== 'head' && region !== 'headers' && region !== 'tail') return undefined;
  const site = directiveAt(text, skipBlanks(text, 0, text.length), text.length);
  const found = site && DIRECTIVES.get(text.slice(site.at + 1, site.nameStop).toLowerCase());
  if (site === undefined || found === undefined) return undefined;
  return { kind: found.kind, value: text.slice(site.valueStart, site.valueStop), start: site.valueStart };
}

/** A name in a list of dependencies: method, URL and captures of its request. */
export function dependencyAt(place: HoverPlace, context: HoverContext): HoverSite | undefined {
  const directive = directiveValue(place);
  if (directive?.kind !== 'depends') return undefined;
  const offset = place.column - 1 - directive.start;
  const written = dependencyNames(directive.value).find(({ start, end }) => offset >= start && offset <= end);
  const text = written && dependencyText(written.name, context);
  if (written === undefined || text === undefined) return undefined;
  return { from: directive.start + written.start, to: directive.start + written.end, text };
}

function dependencyText(written: string, context: HoverContext): HoverText | undefined {
  const other = otherFileDependency(written);
  if (other !== undefined) {
    const found = context.requestIn?.(other.path, other.name);
    return found && requestText(found, found.place);
  }
  const found = context.requests.find(({ name }) => name === written);
  return found && requestText(found, lineOf(found.line, context));
}

function requestText(
  { name, method, url, captures }: Omit<HoverRequest, 'line'>,
  place: string | undefined,
): HoverText {
  const names = captures.map((each) => `\`${each.name}\``);
  return {
    title: name,
    grammar: shorten(`${method} ${url}`),
    meaning: names.length === 0 ? 'Captures nothing.' : `Captures ${names.join(', ')}.`,
    ...(place !== undefined && { place }),
  };
}

/** A status code where the language expects one. */
export function statusAt(place: HoverPlace): HoverSite | undefined {
  const { text, column } = place;
  let from = column - 1;
  while (isDigit(text.charCodeAt(from - 1))) from--;
  let to = from;
  while (isDigit(text.charCodeAt(to))) to++;
  if (to - from !== 3 || /[\w.-]/.test(text[from - 1] ?? '') || /\w/.test(text[to] ?? '')) return undefined;
  const meaning = reasonPhrase(Number(text.slice(from, to)));
  if (meaning === undefined || !isStatus(place, from)) return undefined;
  return { from, to, text: { title: text.slice(from, to), meaning } };
}

function isStatus(place: HoverPlace, from: number): boolean {
  const { text, region } = place;
  const before = text.slice(0, from);
  if (region === 'mock') return /^HTTP\/[\d.]+[ \t]+$/i.test(before);
  if (region === 'assertions' || region === 'capture') return comparedSubject(before) === 'status';
  const directive = directiveValue(place);
  if (directive === undefined || directive.start > from) return false;
  if (directive.kind === 'status-codes') return true;
  return directive.kind === 'wait-for' && /^\S+[ \t]+$/.test(before.slice(directive.start));
}

/** The subject that the value after this text is compared with. */
function comparedSubject(before: string): string | undefined {
  let subject: string | undefined;
  for (const [, word] of before.matchAll(/(?:^|[ \t])(?:expect|when|unless|and)[ \t]+(\w+)/g)) subject = word;
  return subject;
}
