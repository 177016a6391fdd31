/**
 * Text that was recorded, without its secrets. Pieces that a later request may get from an earlier answer know
 * the fingerprint of their value, so that nothing needs to remember the value itself.
 */
import { base64Placeholder, escapingStart, literalText } from '../../request-file/write-safely.js';

export type RecordedText = string | readonly RecordedPart[];

/** A plain text is literal. */
export type RecordedPart = string | PlaceholderPart | ValuePart;

export interface PlaceholderPart {
  /** Name of what stands for a secret. */
  readonly placeholder: string;
  /** What takes its place when every value in it can be had from earlier answers, such as `Bearer ` and a token. */
  readonly instead?: readonly (string | ValueMark)[];
}

export interface ValuePart {
  readonly literal: string;
  readonly value: ValueMark;
}

export interface ValueMark {
  readonly fingerprint: string;
  /** What the place is about, such as `crate` for `/crates/7` or `crateId`; empty when nothing tells. */
  readonly noun: string;
}

/** A piece of the original text and what stands there instead. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly piece: PlaceholderPart | ValuePart;
}

/** Where edits meet, a secret outweighs a value that may be shown, and one with a source one without. */
export function editText(text: string, edits: readonly Edit[]): RecordedText {
  if (edits.length === 0) return text;
  const pieces: RecordedPart[] = [];
  let rest = 0;
  for (const { start, end, piece } of separate(edits)) {
    if (start > rest) pieces.push(text.slice(rest, start));
    pieces.push(piece);
    rest = end;
  }
  if (rest < text.length) pieces.push(text.slice(rest));
  return pieces;
}

/** With more edits in what is still literal; the same text when there are none. */
export function editAgain(text: RecordedText, find: (literal: string) => readonly Edit[]): RecordedText {
  if (typeof text === 'string') return editText(text, find(text));
  const pieces: RecordedPart[] = [];
  let isChanged = false;
  for (const run of literalRuns(text)) {
    if (!Array.isArray(run)) {
      pieces.push(run);
      continue;
    }
    const literal = run.map(literalOf).join('');
    const edits = find(literal);
    if (edits.length > 0) isChanged = true;
    const edited = edits.length === 0 ? run : editText(literal, [...edits, ...valueEdits(run)]);
    if (typeof edited === 'string') pieces.push(edited);
    else for (const piece of edited) pieces.push(piece);
  }
  return isChanged ? pieces : text;
}

type LiteralPiece = string | ValuePart;

/** Placeholders by themselves, what stands between them together: a secret may go across values that are followed. */
function literalRuns(pieces: readonly RecordedPart[]): (LiteralPiece[] | PlaceholderPart)[] {
  const runs: (LiteralPiece[] | PlaceholderPart)[] = [];
  for (const piece of pieces) {
    const last = runs.at(-1);
    if (typeof piece !== 'string' && 'placeholder' in piece) runs.push(piece);
    else if (Array.isArray(last)) last.push(piece);
    else runs.push([piece]);
  }
  return runs;
}

function literalOf(piece: LiteralPiece): string {
  return typeof piece === 'string' ? piece : piece.literal;
}

function valueEdits(run: readonly LiteralPiece[]): Edit[] {
  const edits: Edit[] = [];
  let start = 0;
  for (const piece of run) {
    const end = start + literalOf(piece).length;
    if (typeof piece !== 'string') edits.push({ start, end, piece });
    start = end;
  }
  return edits;
}

/** In order and without overlaps. */
function separate(all: readonly Edit[]): Edit[] {
  const edits = withSources(all);
  const secrets: Edit[] = [];
  for (const edit of edits.filter(isSecret).sort(byStart)) {
    const last = secrets.at(-1);
    if (last === undefined || edit.start >= last.end) secrets.push(edit);
    // What sticks out of an overlap belongs to a secret all the same.
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

/** A secret that is exactly a value that may be had from an earlier answer is taken from there. */
function withSources(edits: readonly Edit[]): readonly Edit[] {
  const marks = new Map<string, ValueMark>();
  for (const { start, end, piece } of edits) {
    if ('literal' in piece) marks.set(`${start} ${end}`, piece.value);
  }
  if (marks.size === 0) return edits;
  return edits.map((edit) => {
    const { start, end, piece } = edit;
    const mark = 'placeholder' in piece && !piece.instead ? marks.get(`${start} ${end}`) : undefined;
    return mark && 'placeholder' in piece ? { ...edit, piece: { ...piece, instead: [mark] } } : edit;
  });
}

function isSecret({ piece }: Edit): boolean {
  return 'placeholder' in piece;
}

function byStart(a: Edit, b: Edit): number {
  return a.start - b.start || rank(a) - rank(b) || b.end - a.end;
}

function rank({ piece }: Edit): number {
  return 'instead' in piece ? 0 : 1;
}

/** As people read it: placeholders as `{{NAME}}`, braces that were sent as they are. */
export function shownText(text: RecordedText): string {
  if (typeof text === 'string') return text;
  return text
    .map((piece) =>
      typeof piece === 'string' ? piece : 'placeholder' in piece ? `{{${piece.placeholder}}}` : piece.literal,
    )
    .join('');
}

/** How a template gets at what stands elsewhere. */
export interface TemplateSources {
  /** A placeholder such as `{{login.token}}` that gives the value; undefined when nothing does. */
  readonly chained: (mark: ValueMark) => string | undefined;
  /** Told every placeholder that somebody has to define. */
  readonly onNeed: (name: string) => void;
}

/** As it stands in a request file: what was sent reaches the wire again as it is. */
export function templateText(text: RecordedText, sources: TemplateSources): string {
  if (typeof text === 'string') return literalText(text);
  const writer = new TemplateWriter();
  for (const piece of text) {
    if (typeof piece === 'string') writer.literal(piece);
    else if ('literal' in piece) writer.add([piece.value], [piece.literal], sources);
    else if (!writer.add(piece.instead ?? [], [], sources)) {
      sources.onNeed(piece.placeholder);
      writer.placeholder(`{{${piece.placeholder}}}`);
    }
  }
  return writer.end();
}

class TemplateWriter {
  #done = '';
  #literal = '';

  literal(text: string): void {
    this.#literal += text;
  }

  placeholder(placeholder: string): void {
    const before = this.end();
    const kept = escapingStart(before, before.length);
    const escaping = before.slice(kept);
    this.#done = before.slice(0, kept) + (escaping === '' ? '' : base64Placeholder(escaping)) + placeholder;
    this.#literal = '';
  }

  /** Whether all values were there; else what is written instead, if anything. */
  add(
    parts: readonly (string | ValueMark)[],
    otherwise: readonly string[],
    sources: TemplateSources,
  ): boolean {
    const found = parts.map((part) => (typeof part === 'string' ? part : sources.chained(part)));
    if (parts.length === 0 || found.includes(undefined)) {
      for (const text of otherwise) this.literal(text);
      return otherwise.length > 0;
    }
    found.forEach((text = '', index) => {
      if (typeof parts[index] === 'string') this.literal(text);
      else this.placeholder(text);
    });
    return true;
  }

  end(): string {
    return this.#done + literalText(this.#literal);
  }
}

/** All values in a text that may come from somewhere else. */
export function* marksIn(text: RecordedText): Generator<ValueMark> {
  if (typeof text === 'string') return;
  for (const piece of text) {
    if (typeof piece === 'string') continue;
    if ('literal' in piece) yield piece.value;
    else for (const part of piece.instead ?? []) if (typeof part !== 'string') yield part;
  }
}
