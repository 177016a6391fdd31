/** A text that was parsed once for everything that an editor asks about it. */
import type { RequestFile } from '../request-file/model/model.js';
import type { NameSite } from '../request-file/model/name-site.js';
import { parseWithNames } from '../request-file/parse-file.js';
import { resolveNames, type Occurrence } from './occurrences.js';

export interface AnalysedText {
  /** Without a byte-order mark, so that columns are those of the parser. */
  readonly text: string;
  /** The path in the workspace with `/`, which paths in the text are relative to. */
  readonly path: string;
  readonly file: RequestFile;
  /** In the order of the text. */
  readonly names: readonly NameSite[];
}

export function analyseText(text: string, path: string): AnalysedText {
  const source = text.startsWith('\ufeff') ? text.slice(1) : text;
  return { text: source, path, ...parseWithNames(source, path) };
}

const resolved = new WeakMap<AnalysedText, readonly Occurrence[]>();

/** Several features ask for them after each change of a text. */
export function occurrencesIn(analysed: AnalysedText): readonly Occurrence[] {
  const found = resolved.get(analysed) ?? resolveNames(analysed.file, analysed.names);
  resolved.set(analysed, found);
  return found;
}

const split = new WeakMap<AnalysedText, readonly string[]>();

/** Without their ends. */
export function linesIn(analysed: AnalysedText): readonly string[] {
  const found = split.get(analysed) ?? analysed.text.split(/\r\n|\n|\r/);
  split.set(analysed, found);
  return found;
}
