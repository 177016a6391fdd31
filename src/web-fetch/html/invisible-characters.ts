/**
 * Characters without a shape of their own (Unicode: default ignorable), in which a page can hide text from its readers:
 * zero-width and bidirectional ones, tags, variation selectors. Those that writing and emoji need stay.
 */

/** What takes the place of those that nothing needs. */
export type Replacement =
  /** Nothing, as a reader sees it; soft hyphens go too. */
  | 'nothing'
  /** Escapes such as `\u200b`, for text that is otherwise shown as received. */
  | 'escapes'
  /** Escapes that mean the same character in JSON. */
  | 'JSON escapes';

export function replaceInvisible(text: string, replacement: Replacement): string {
  if (!INVISIBLE.test(text)) return text;
  return text.replaceAll(INVISIBLE_RUN, (run: string, at: number) => {
    if (!MAY_BE_NEEDED.test(run)) return replacedAll(run, replacement);
    const needed = neededStart(run, characterBefore(text, at), characterAt(text, at + run.length));
    return run.slice(0, needed) + replacedAll(run.slice(needed), replacement);
  });
}

const INVISIBLE = /\p{DI}/u;
const INVISIBLE_RUN = /\p{DI}+/gu;
const SOFT_HYPHEN = '\u00ad';
/** Overrides let a reader see other words than those that are written, so they are shown. */
const OVERRIDES = /[\u202d\u202e]/;

function replacedAll(run: string, replacement: Replacement): string {
  return run.length === 1
    ? replaced(run, replacement)
    : Array.from(run, (character) => replaced(character, replacement)).join('');
}

function replaced(character: string, replacement: Replacement): string {
  if (replacement === 'nothing') return OVERRIDES.test(character) ? escaped(character) : '';
  if (character === SOFT_HYPHEN) return character;
  if (replacement === 'JSON escapes') return character.split('').map(escaped).join('');
  return escaped(character);
}

function escaped(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
}

/** The start of each run of which a part may stay; almost all others are zero-width spaces. */
const MAY_BE_NEEDED =
  /^(?:[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f]|[\u200c\u200d]|[\ufe00-\ufe0f]|\u{e0067}|[\u{e0100}-\u{e01ef}])/u;

/** The flags of England, Scotland and Wales are the only ones that are written with tags for general use. */
const FLAG_BASE = '\u{1f3f4}';
const FLAG_TAGS = ['gbeng', 'gbsct', 'gbwls'].map(
  (region) => `${Array.from(region, (letter) => tagOf(letter)).join('')}\u{e007f}`,
);

function tagOf(letter: string): string {
  return String.fromCodePoint(0xe0000 + letter.charCodeAt(0));
}

/** The length of the part of a run that its neighbours need: a flag, or a selector and a joiner. */
function neededStart(run: string, before: string, after: string): number {
  const flag = before === FLAG_BASE ? FLAG_TAGS.find((tags) => run.startsWith(tags)) : undefined;
  if (flag !== undefined) return flag.length;
  const first = characterAt(run, 0);
  const selected = isSelector(first, before, run.length === first.length ? after : '') ? first.length : 0;
  const isJoiner = selected === run.length - 1 && isNeededJoiner(run.slice(selected), before, after);
  return isJoiner ? run.length : selected;
}

/** Which characters choose the form of the one before them; one is enough, so the next one is not needed. */
const SELECTORS: readonly { readonly selector: RegExp; readonly base: RegExp }[] = [
  { selector: /[\ufe00-\ufe0f]/, base: /[^\s\p{C}]/u },
  { selector: /[\u{e0100}-\u{e01ef}]/u, base: /\p{sc=Hani}/u },
  { selector: /[\u180b-\u180f]/, base: /\p{sc=Mong}/u },
  { selector: /[\u17b4\u17b5]/, base: /\p{sc=Khmr}/u },
  { selector: /\u034f/, base: /[\p{L}\p{M}]/u },
];
/** Fill the place of a missing part of a Korean syllable. */
const JAMO_FILLER = /[\u115f\u1160]/;
const JAMO = /[\u1100-\u115e\u1161-\u11ff\ua960-\ua97f\ud7b0-\ud7fb]/;

function isSelector(character: string, before: string, after: string): boolean {
  if (JAMO_FILLER.test(character)) return JAMO.test(before) || JAMO.test(after);
  return SELECTORS.some(({ selector, base }) => selector.test(character) && base.test(before));
}

const NON_JOINER = '\u200c';
const JOINER = '\u200d';
const PICTURE = /[\p{ExtPict}\p{EMod}]/u;
const LETTER = /[\p{L}\p{M}]/u;
/** Letters of these scripts are written the same with a joiner and without one. */
const UNJOINED_SCRIPTS =
  /[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Zyyy}\p{sc=Zinh}]/u;

function isNeededJoiner(character: string, before: string, after: string): boolean {
  if (character !== JOINER && character !== NON_JOINER) return false;
  if (character === JOINER && PICTURE.test(before) && PICTURE.test(after)) return true;
  return isJoinedLetter(before) || isJoinedLetter(after);
}

function isJoinedLetter(character: string): boolean {
  return LETTER.test(character) && !UNJOINED_SCRIPTS.test(character);
}

function characterAt(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? '' : String.fromCodePoint(code);
}

function characterBefore(text: string, at: number): string {
  const isPair = /[\udc00-\udfff]/.test(text[at - 1] ?? '') && /[\ud800-\udbff]/.test(text[at - 2] ?? '');
  return text.slice(Math.max(0, at - (isPair ? 2 : 1)), at);
}
