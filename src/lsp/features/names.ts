/** The names of the files of a folder, as the functions that follow names across files ask for them. */
import { analyseText, type AnalysedText } from '../../authoring/analysed-text.js';
import { summarize, type FileNames } from '../../authoring/navigate/file-names.js';
import type { NamesIndex } from '../../authoring/navigate/names-index.js';
import type { OpenFolder } from '../documents/folders.js';
import type { AnalysedDocument, Session } from '../documents/session.js';

/** Of a folder that is not indexed, the files are read that the text names, and those that are open. */
const MAX_NAMED_FILES = 50;

export async function namesFor(found: AnalysedDocument, session: Session): Promise<NamesIndex> {
  const { folder } = found.place;
  if (folder === undefined) return NO_NAMES;
  const analyse = (path: string): Promise<AnalysedText | undefined> => analyseIn(folder, path, session);
  const { variables } = await folder.host.values(session.environment);
  const hasEnvironmentKey = (name: string): boolean => Object.hasOwn(variables, name);
  const { index } = folder.host;
  if (index !== undefined)
    return {
      isComplete: index.isComplete,
      files: () => index.allNames(),
      names: (path) => index.namesOf(path),
      analyse,
      hasEnvironmentKey,
    };
  const names = await namesBeside(found, analyse);
  return {
    isComplete: true,
    files: () => names.values(),
    names: (path) => names.get(path),
    analyse,
    hasEnvironmentKey,
  };
}

const NO_NAMES: NamesIndex = {
  isComplete: true,
  files: () => [],
  names: () => undefined,
  analyse: async () => undefined,
};

async function analyseIn(
  folder: OpenFolder,
  path: string,
  session: Session,
): Promise<AnalysedText | undefined> {
  const open = session.documentIn(folder, path);
  const place = open && session.placeOf(open);
  if (open && place) return session.analyse(open, place);
  const text = await folder.host.readText(path);
  return text === undefined ? undefined : analyseText(text, path);
}

async function namesBeside(
  { analysed }: AnalysedDocument,
  analyse: (path: string) => Promise<AnalysedText | undefined>,
): Promise<ReadonlyMap<string, FileNames>> {
  const own = summarize(analysed);
  const names = new Map([[own.path, own]]);
  const others = new Set([...own.others.map(({ path }) => path), ...(own.imports ?? [])]);
  for (const path of [...others].slice(0, MAX_NAMED_FILES)) {
    const other = await analyse(path);
    if (other !== undefined) names.set(path, summarize(other));
  }
  return names;
}
