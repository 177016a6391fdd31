/** The environments that files of other clients define in a workspace: their names and files, never values. */
import { join } from 'node:path';
import { getOrAdd } from '../../primitives/get-or-add.js';
import { timeSlice } from '../../primitives/time-slice.js';
import { sortByBytes } from '../paths/byte-order.js';
import type { NamedPath } from '../paths/read-inside.js';
import { clientEnvFilesIn, editorSettingsIn, isPrivateName, shownPath } from './find-client-env.js';
import { readClientEnvText } from './read-client-env.js';

export interface SurveyRequest {
  /** The folder of the workspace, free of symbolic links. */
  readonly root: string;
  /** Folders with request files, relative to the root, with `/`; the root is the empty text. */
  readonly folders: Iterable<string>;
  /** Files that the operator or the config file names. */
  readonly named: readonly NamedPath[];
}

export interface SurveyedEnvironment {
  readonly name: string;
  /** The files that define it, in byte order. */
  readonly files: readonly string[];
}

/** A file that cannot be used. */
export interface SurveyProblem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly reason: string;
  /** True where the other files are used all the same. */
  readonly isWarning: boolean;
}

export interface ClientEnvSurvey {
  /** In byte order of their names. */
  readonly environments: readonly SurveyedEnvironment[];
  readonly problems: readonly SurveyProblem[];
}

const MAX_FILES = 1000;
const MAX_CHARACTERS = 4 * 1024 * 1024;
const MAX_NAMES = 1000;
const MAX_PROBLEMS = 100;

/** Unlike a run, it goes on after a file that cannot be used. */
export async function surveyClientEnv(request: SurveyRequest): Promise<ClientEnvSurvey> {
  const found = new Map<string, Set<string>>();
  const problems: SurveyProblem[] = [];
  let files = 0;
  let characters = 0;
  for await (const { path, isPrivate, isOfEditor } of allFiles(request)) {
    const file = path.shown;
    if (++files > MAX_FILES || characters > MAX_CHARACTERS) {
      problems.push({ file, ...START, reason: TOO_MANY, isWarning: true });
      break;
    }
    const { ClientEnvError, parseClientEnvFile, parseEditorSettings } = await import('./client-env-file.js');
    try {
      const text = await readClientEnvText(path, isPrivate);
      characters += text.text.length;
      const parsed = isOfEditor ? parseEditorSettings(text) : parseClientEnvFile(text);
      for (const name of parsed?.environments.keys() ?? [])
        if (found.has(name) || found.size < MAX_NAMES) getOrAdd(found, name, newFiles).add(file);
    } catch (error) {
      if (!(error instanceof ClientEnvError)) throw error;
      const { place, reason } = error;
      if (problems.length < MAX_PROBLEMS) problems.push({ file, ...place, reason, isWarning: isOfEditor });
    }
  }
  const environments = sortByBytes([...found], ([name]) => name).map(([name, definedBy]) => ({
    name,
    files: sortByBytes([...definedBy], (file) => file),
  }));
  return { environments, problems };
}

const START = { line: 1, column: 1 };
const TOO_MANY = 'the workspace has too many environment files; this one and those after it are not listed';
const newFiles = (): Set<string> => new Set();

interface FileToRead {
  readonly path: NamedPath;
  readonly isPrivate: boolean;
  readonly isOfEditor: boolean;
}

async function* allFiles({ root, folders, named }: SurveyRequest): AsyncGenerator<FileToRead> {
  const inside = (absolute: string): NamedPath => ({
    absolute,
    shown: shownPath(absolute, root, root),
    within: [root],
  });
  for (const path of named) yield { path, isPrivate: isPrivateName(path.shown), isOfEditor: false };
  for (const absolute of editorSettingsIn(root))
    yield { path: inside(absolute), isPrivate: false, isOfEditor: true };
  const pause = timeSlice();
  for (const folder of withParents(folders)) {
    const pauseEnd = pause();
    if (pauseEnd) await pauseEnd;
    for (const { absolute, isPrivate } of clientEnvFilesIn(join(root, folder)))
      yield { path: inside(absolute), isPrivate, isOfEditor: false };
  }
}

/** The root always counts: a new request file would use what lies there. */
function withParents(folders: Iterable<string>): ReadonlySet<string> {
  const all = new Set(['']);
  for (const folder of folders) {
    for (let at = folder; !all.has(at); at = at.slice(0, Math.max(at.lastIndexOf('/'), 0))) all.add(at);
  }
  return all;
}
