/** What is to be converted: the given files, or the text. */
import type { ImportDraft, ImportKind, ImportTask } from '../../state/imports.js';
import { detectKind, isBruno } from './detect-kind.js';

const PASTED_NAME = 'pasted document';

const BRUNO =
  'This is no request of a Bruno collection. Choose its .bru or .yml files, or put the collection into the workspace and give its path.';
const UNKNOWN = 'The kind of this text could not be detected. Choose it under “Kind”, or check the text.';

/** The kind that each given document has; undefined where it could not be detected. */
export function detectedKinds({ files, text }: ImportDraft): (ImportKind | undefined)[] {
  if (files.length > 0) return files.map((file) => detectKind(file.text));
  return text.trim() === '' ? [] : [detectKind(text)];
}

export function importTasks(draft: ImportDraft, detected: readonly (ImportKind | undefined)[]): ImportTask[] {
  const { kind, isEveryEntry } = draft;
  const given = draft.files.length > 0 ? draft.files : [{ name: '', text: draft.text }];
  const documents = given.filter(({ text }) => text.trim() !== '');
  return documents.map(({ name, text }, index) => {
    const found = kind === '' ? detected[index] : kind;
    return {
      source: name,
      text,
      path: name === '' ? PASTED_NAME : name,
      baseUrl: draft.baseUrl.trim(),
      isEveryEntry,
      kinds: found === undefined ? [] : [found],
      problem: found !== undefined ? '' : isBruno(text) ? BRUNO : UNKNOWN,
    };
  });
}
