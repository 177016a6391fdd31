/** Adds suggested assertions to their request files: first the new texts of all files, then each is written. */
import { resolve } from 'node:path';
import { ServiceError } from '../../errors.js';
import { getOrAdd } from '../../primitives/get-or-add.js';
import { formatCount } from '../../primitives/text/output-text.js';
import { addAssertions } from '../../request-file/add-assertions.js';
import { decodeText } from '../../request-file/decode-text.js';
import type { Request, RequestFile } from '../../request-file/model/model.js';
import { treeDifference } from '../../request-file/model/tree-difference.js';
import { parseRequestFile } from '../../request-file/parse-file.js';
import { MAX_REQUEST_FILE_BYTES } from '../../request-file/text/max-file-size.js';
import type { Suggestion } from '../../strength/model/advice.js';
import { readFoundFile } from '../../workspace/files/request-files.js';
import { writeOutput } from '../../workspace/output/write-output.js';
import { readRegularSync } from '../../workspace/paths/read-limited.js';
import { writePlace } from '../../workspace/paths/write-place.js';
import { withProcessLock } from '../../workspace/write/process-lock.js';
import { refusalMessage, unreadableFileMessage } from '../files/find-request-files.js';

export interface FileFix {
  /** The path as it is shown to the user. */
  readonly file: string;
  readonly absolute: string;
  readonly before: string;
  readonly after: string;
  /** How many assertions are new. */
  readonly added: number;
}

export interface FixPlan {
  /** In the order of the suggestions. */
  readonly fixes: readonly FileFix[];
  /** Why other files are left alone; each sentence names its file. */
  readonly refusals: readonly string[];
}

/** Reads the files of the suggestions and writes nothing. Paths are relative to `cwd`. */
export async function planFix(suggestions: readonly Suggestion[], cwd: string): Promise<FixPlan> {
  const byFile = new Map<string, Suggestion[]>();
  for (const suggestion of suggestions)
    getOrAdd(byFile, suggestion.file, (): Suggestion[] => []).push(suggestion);
  const fixes: FileFix[] = [];
  const refusals: string[] = [];
  for (const [file, wanted] of byFile) {
    const planned = await planFile(file, resolve(cwd, file), wanted);
    if (typeof planned === 'string') refusals.push(planned);
    else fixes.push(planned);
  }
  return { fixes, refusals };
}

/** A sentence for a file that is left alone. */
async function planFile(
  file: string,
  absolute: string,
  suggestions: readonly Suggestion[],
): Promise<FileFix | string> {
  const source = await readFoundFile({ absolute, shown: file }).catch(unreadableFileMessage);
  if (typeof source === 'string') return `${source}; no assertion was added to it`;
  const before = decodeText(source).text;
  if (!Buffer.from(before).equals(source))
    return `${file} is not valid UTF-8, so that nothing is added to it; save it as UTF-8`;
  const parsed = await parseRequestFile(before, file);
  const refusal = refusalOf(parsed, suggestions);
  if (refusal !== undefined) return refusal;
  const wanted = suggestions.map(({ request, assertion }) => ({
    line: request.line,
    assertions: [assertion],
  }));
  const after = addAssertions(before, wanted);
  const added = countAssertions(await parseRequestFile(after, file)) - countAssertions(parsed);
  if (added === 0) return `${file} has the suggested assertions already, or no place for them`;
  return { file, absolute, before, after, added };
}

function refusalOf(parsed: RequestFile, suggestions: readonly Suggestion[]): string | undefined {
  const { path, requests, diagnostics } = parsed;
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) return refusalMessage(path, errors);
  const foreign = foreignLine(requests);
  if (foreign !== undefined)
    return `${path} is written for another client (line ${foreign}), which cannot read \`>>>\` blocks; nothing was added to it`;
  const byLine = new Map(requests.map((request) => [request.line, request]));
  const moved = suggestions.find(({ request }) => !isSame(request, byLine.get(request.line)));
  return (
    moved &&
    `${path} has changed since its responses were checked: line ${moved.request.line} has another request now; run svc strength again`
  );
}

function isSame(measured: Request, now: Request | undefined): boolean {
  if (now === undefined) return false;
  const fileOf = (request: Request): RequestFile => ({
    path: '',
    variables: [],
    requests: [request],
    diagnostics: [],
    comments: [],
  });
  const difference = treeDifference(fileOf(measured), fileOf(now));
  // Scripts in files of their own are not read here.
  return difference === undefined || difference.endsWith('.missingScript');
}

/** The line of a script or the like in a file that has no block of our own. */
function foreignLine(requests: readonly Request[]): number | undefined {
  const [foreign] = requests.flatMap((request) => request.foreign);
  if (foreign === undefined) return undefined;
  const hasBlocks = requests.some(
    ({ assertions, captures, mock }) => assertions.length > 0 || captures.length > 0 || mock !== null,
  );
  return hasBlocks ? undefined : foreign.line;
}

function countAssertions({ requests }: RequestFile): number {
  return requests.reduce((count, { assertions }) => count + assertions.length, 0);
}

/**
 * Replaces the file, unless it has changed since the plan was made. Throws a ServiceError that says what is wrong;
 * `folders` are those of the workspace.
 */
export async function applyFix(fix: FileFix, folders: readonly string[]): Promise<void> {
  const { file, absolute, before, after } = fix;
  const place = writePlace(absolute);
  const isUnchanged = (): boolean => isText(place, before);
  await withProcessLock(place, file, async () => {
    if (!isUnchanged()) throw changedError(file);
    const options = { links: 'refuse', folders: 'require', isReal: true, isSame: isUnchanged } as const;
    await writeOutput({ absolute, shown: file, folders }, after, options);
  });
}

function isText(path: string, text: string): boolean {
  try {
    return readRegularSync(path, MAX_REQUEST_FILE_BYTES).equals(Buffer.from(text));
  } catch {
    return false;
  }
}

function changedError(file: string): ServiceError {
  return new ServiceError(
    'changed',
    `${file} has changed while assertions were added, and was left as it is; run svc strength again`,
  );
}

/** `added 3 assertions to orders.http`. */
export function fixSummary({ file, added }: FileFix): string {
  return `added ${formatCount(added, 'assertion')} to ${file}`;
}
