/**
 * Recorded text without its secrets. Parts that a later request may take from an earlier response carry the
 * fingerprint of their value, so that the value itself is not stored.
 */
import { base64Placeholder, escapingStart, literalText } from '../../request-file/write-safely.js';

export type RecordedText = string | readonly RecordedPart[];

/** A plain string is literal text. */
export type RecordedPart = string | PlaceholderPart | ValuePart;

export interface PlaceholderPart {
  /** The name of the placeholder that replaces a secret. */
  readonly placeholder: string;
  /** Used instead of the placeholder when earlier responses contain every value in it, such as `Bearer ` and a token. */
  readonly chainedParts?: readonly (string | ValueMark)[];
}

export interface ValuePart {
  readonly literal: string;
  readonly value: ValueMark;
}

export interface ValueMark {
  readonly fingerprint: string;
  /** What the value refers to, such as `crate` for `/crates/7` or `crateId`; empty when nothing indicates it. */
  readonly noun: string;
}

/** A range of the original text and its replacement. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly part: PlaceholderPart | ValuePart;
}

/** Where edits overlap, a secret wins over a value that may be shown, and one with a source over one without. */
export function editText(text: string, edits: readonly TextEdit[]): RecordedText {
  if (edits.length === 0) return text;
  const parts: RecordedPart[] = [];
  let rest = 0;
  for (const { start, end, part } of separate(edits)) {
    if (start > rest) parts.push(text.slice(rest, start));
    parts.push(part);
    rest = end;
  }
  if (rest < text.length) parts.push(text.slice(rest));
  return parts;
}

/** Applies further edits to the literal parts; returns the same text when there are none. */
export function editAgain(text: RecordedText, find: (literal: string) => readonly TextEdit[]): RecordedText {
  if (typeof text === 'string') return editText(text, find(text));
  const parts: RecordedPart[] = [];
  let isChanged = false;
  for (const run of literalRuns(text)) {
    if (!Array.isArray(run)) {
      parts.push(run);
      continue;
    }
    const literal = run.map(literalOf).join('');
    const edits = find(literal);
    if (edits.length > 0) isChanged = true;
    const edited = edits.length === 0 ? run : editText(literal, [...edits, ...valueEdits(run)]);
    for (const part of typeof edited === 'string' ? [edited] : edited) parts.push(part);
  }
  return isChanged ? parts : text;
}

type LiteralPart = string | ValuePart;

/** Groups the literal parts between placeholders, because a secret may extend over several of them. */
function literalRuns(parts: readonly RecordedPart[]): (LiteralPart[] | PlaceholderPart)[] {
  const runs: (LiteralPart[] | PlaceholderPart)[] = [];
  for (const part of parts) {
    const last = runs.at(-1);
    if (typeof part !== 'string' && 'placeholder' in part) runs.push(part);
    else if (Array.isArray(last)) last.push(part);
    else runs.push([part]);
  }
  return runs;
}

function literalOf(part: LiteralPart): string {
  return typeof part === 'string' ? part : part.literal;
}

function valueEdits(run: readonly LiteralPart[]): TextEdit[] {
  const edits: TextEdit[] = [];
  let start = 0;
  for (const part of run) {
    const end = start + literalOf(part).length;
    if (typeof part !== 'string') edits.push({ start, end, part });
    start = end;
  }
  return edits;
}

/** Sorted and without overlaps. */
function separate(all: readonly TextEdit[]): readonly TextEdit[] {
  if (all.length === 1) return all;
  const edits = withSources(all);
  const secrets: TextEdit[] = [];
  for (const edit of edits.filter(isSecret).sort(byStart)) {
    const last = secrets.at(-1);
    if (last === undefined || edit.start >= last.end) secrets.push(edit);
    // The part that extends beyond an overlap belongs to a secret too.
    else if (edit.end > last.end) secrets[secrets.length - 1] = { ...last, end: edit.end };
  }
  let next = 0;
  const shown = edits
    .filter((edit) => !isSecret(edit))
    .sort(byStart)
    .filter(({ start, end }) => {
      while ((secrets[next]?.end ?? Infinity) <= start) next += 1;
      return (secrets[next]?.start ?? Infinity) >= end;
    });
  return [...secrets, ...shown].sort(byStart);
}

/** A secret that equals a value of an earlier response is taken from there. */
function withSources(edits: readonly TextEdit[]): readonly TextEdit[] {
  const marks = new Map<string, ValueMark>();
  for (const { start, end, part } of edits) {
    if ('literal' in part) marks.set(`${start} ${end}`, part.value);
  }
  if (marks.size === 0) return edits;
  return edits.map((edit) => {
    const { start, end, part } = edit;
    const mark = 'placeholder' in part && !part.chainedParts ? marks.get(`${start} ${end}`) : undefined;
    return mark && 'placeholder' in part ? { ...edit, part: { ...part, chainedParts: [mark] } } : edit;
  });
}

function isSecret({ part }: TextEdit): boolean {
  return 'placeholder' in part;
}

function byStart(a: TextEdit, b: TextEdit): number {
  return a.start - b.start || rank(a) - rank(b) || b.end - a.end;
}

function rank({ part }: TextEdit): number {
  return 'chainedParts' in part ? 0 : 1;
}

/** The text for people: placeholders as `{{NAME}}`, sent braces unchanged. */
export function shownText(text: RecordedText): string {
  if (typeof text === 'string') return text;
  return text
    .map((part) =>
      typeof part === 'string' ? part : 'placeholder' in part ? `{{${part.placeholder}}}` : part.literal,
    )
    .join('');
}

/** Resolves the parts of a template that are defined elsewhere. */
export interface PlaceholderSources {
  /** A placeholder such as `{{login.token}}` for the value; undefined when there is none. */
  readonly placeholderFor: (mark: ValueMark) => string | undefined;
  /** Called with every placeholder that the user has to define. */
  readonly onNeed: (name: string) => void;
}

/** The text for a request file, which sends exactly what was recorded. */
export function templateText(text: RecordedText, sources: PlaceholderSources): string {
  if (typeof text === 'string') return literalText(text);
  let written = '';
  let literal = '';
  for (const piece of text.flatMap((part) => templatePieces(part, sources))) {
    if (typeof piece === 'string') {
      literal += piece;
      continue;
    }
    const before = written + literalText(literal);
    const kept = escapingStart(before, before.length);
    const escaping = before.slice(kept);
    written =
      before.slice(0, kept) + (escaping === '' ? '' : base64Placeholder(escaping)) + piece.placeholder;
    literal = '';
  }
  return written + literalText(literal);
}

/** A plain string is literal text; a placeholder is complete, with its braces. */
type TemplatePiece = string | { readonly placeholder: string };

/** The values of earlier responses when all of them are found, else the literal text or the placeholder. */
function templatePieces(part: RecordedPart, sources: PlaceholderSources): readonly TemplatePiece[] {
  if (typeof part === 'string') return [part];
  const chained = 'literal' in part ? [part.value] : (part.chainedParts ?? []);
  const pieces = chained.flatMap((each): TemplatePiece[] => {
    if (typeof each === 'string') return [each];
    const placeholder = sources.placeholderFor(each);
    return placeholder === undefined ? [] : [{ placeholder }];
  });
  if (chained.length > 0 && pieces.length === chained.length) return pieces;
  if ('literal' in part) return [part.literal];
  sources.onNeed(part.placeholder);
  return [{ placeholder: `{{${part.placeholder}}}` }];
}

/** All values in a text that may come from an earlier response. */
export function* findMarks(text: RecordedText): Generator<ValueMark> {
  if (typeof text === 'string') return;
  for (const part of text) {
    if (typeof part === 'string') continue;
    if ('literal' in part) yield part.value;
    else for (const mark of part.chainedParts ?? []) if (typeof mark !== 'string') yield mark;
  }
}
