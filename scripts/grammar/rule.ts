/** The shape of a grammar for editors, and short forms of what its rules have in common. */

export interface Named {
  readonly name?: string;
  readonly patterns?: readonly Rule[];
}

export type Captures = Readonly<Record<string, Named>>;

export type Rule =
  | { readonly include: string }
  | { readonly patterns: readonly Rule[] }
  | (Named & { readonly match: string; readonly captures?: Captures })
  | (Named & {
      readonly begin: string;
      readonly end: string;
      readonly beginCaptures?: Captures;
      readonly endCaptures?: Captures;
    })
  | RegionRule;

/** A rule that goes on as long as the start of a line allows it. */
interface RegionRule extends Named {
  readonly begin: string;
  readonly while: string;
  readonly beginCaptures?: Captures;
  readonly contentName?: string;
}

export const SCOPE = 'source.http.svc';

/** The scopes that say what a line is; a test compares them with what the parser makes of it. */
export const LINE_SCOPES = {
  separator: 'meta.separator.http.svc',
  directive: 'meta.directive.http.svc',
  comment: 'comment.line.http.svc',
  variable: 'meta.variable.http.svc',
  'request line': 'meta.request-line.http.svc',
  query: 'meta.query.http.svc',
  header: 'meta.header.http.svc',
  body: 'meta.body.http.svc',
  'block opener': 'meta.block.opener.http.svc',
  closer: 'meta.block.closer.http.svc',
  'block line': 'meta.block.line.http.svc',
  foreign: 'meta.foreign.http.svc',
} as const;

export type GrammarLineKind = keyof typeof LINE_SCOPES;

/** A scope of this language, such as `keyword.control` with its last part. */
export function scope(name: string): string {
  return `${name}.http.svc`;
}

export function include(name: string): Rule {
  return { include: `#${name}` };
}

/** The captures 1, 2, … in the order given; an empty text leaves one without a scope. */
export function captures(...names: readonly (string | Named)[]): Captures {
  const entries = names.map((each, index) => [
    String(index + 1),
    typeof each === 'string' ? { name: scope(each) } : each,
  ]);
  return Object.fromEntries(entries.filter((_, index) => names[index] !== '')) as Captures;
}

/** Whatever is written in brackets is tried by these rules. */
export function within(...names: readonly string[]): Named {
  return { patterns: names.map(include) };
}

/** A language of its own inside of a part of a line, which it cannot leave. */
export function embeddedPart(language: string, grammar: string): Named {
  return { name: `meta.embedded.line.${language}`, patterns: embedded(grammar) };
}

/**
 * The rules of another grammar. An editor may not have it, and leaves out rules without any rule inside; so there is
 * always one more, which matches nothing.
 */
export function embedded(grammar: string): readonly Rule[] {
  return [include('nothing'), { include: grammar }];
}

/** The rest of the line as a command; no line goes on with it, because each is a command of its own. */
export function command(): Pick<RegionRule, 'contentName' | 'patterns' | 'while'> {
  return { contentName: 'meta.embedded.line.shell', while: '(?!)', patterns: embedded('source.shell') };
}

/** The alternatives of a pattern, the longer ones first, so that none hides one that begins like it. */
export function anyOf(words: Iterable<string>): string {
  const sorted = [...words].toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1));
  return `(?:${sorted.map(escaped).join('|')})`;
}

function escaped(word: string): string {
  return word.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
}
