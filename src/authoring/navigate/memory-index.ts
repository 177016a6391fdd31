/** An index of texts that are in memory, for callers that have all files of a workspace. */
import { analyseText, type AnalysedText } from '../analysed-text.js';
import { NamePool, summarize, type FileNames } from './file-names.js';
import type { NamesIndex } from './names-index.js';

/** By path in the workspace. */
export function memoryIndex(texts: Readonly<Record<string, string>>, isComplete = true): NamesIndex {
  const pool = new NamePool();
  const analysed = new Map<string, AnalysedText>();
  const names = new Map<string, FileNames>();
  for (const [path, text] of Object.entries(texts)) {
    const found = analyseText(text, path);
    analysed.set(path, found);
    names.set(path, summarize(found, pool));
  }
  return {
    isComplete,
    files: () => names.values(),
    names: (path) => names.get(path),
    analyse: (path) => Promise.resolve(analysed.get(path)),
  };
}
