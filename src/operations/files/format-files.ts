import { ServiceError } from '../../errors.js';
import { formatRequestFile } from '../../request-file/format-text.js';
import type { OutputFile } from '../../workspace/output/output-file.js';
import { writeOutput } from '../../workspace/output/write-output.js';
import { readFoundFile, type FoundFile } from '../../workspace/files/request-files.js';
import { findRequestFiles, refusal, unreadableFile } from './find-request-files.js';

export type FormatOutcome =
  | { readonly kind: 'same' | 'changed'; readonly file: string; readonly text: string }
  /** Nothing was touched, because of what the file is or because it could not be written; the message names it. */
  | { readonly kind: 'refused' | 'unwritten'; readonly message: string };

/** One outcome per file and per bad path, as soon as it is known; changed files are replaced when `write` is given. */
export async function* formatFiles(
  paths: readonly string[],
  cwd: string,
  options: { readonly write: Pick<OutputFile, 'folders'> | undefined },
): AsyncGenerator<FormatOutcome> {
  const found = await findRequestFiles(paths, cwd);
  for (const problem of found.problems) yield { kind: 'refused', message: problem };
  for (const each of found.files) {
    const outcome = await formatOne(each);
    yield outcome.kind === 'changed' && options.write ? await rewrite(each, outcome, options.write) : outcome;
  }
}

export async function formatSource(source: Uint8Array, file: string): Promise<FormatOutcome> {
  const formatted = await formatRequestFile(source, file);
  if (!formatted.ok) {
    const errors = formatted.file.diagnostics.filter(({ severity }) => severity === 'error');
    return { kind: 'refused', message: refusal(file, errors) };
  }
  const same = Buffer.from(formatted.text).equals(source);
  return { kind: same ? 'same' : 'changed', file, text: formatted.text };
}

async function formatOne(found: FoundFile): Promise<FormatOutcome> {
  let source: Uint8Array;
  try {
    source = await readFoundFile(found);
  } catch (error) {
    return { kind: 'refused', message: unreadableFile(error) };
  }
  return formatSource(source, found.shown);
}

async function rewrite(
  found: FoundFile,
  changed: { readonly text: string } & FormatOutcome,
  { folders }: Pick<OutputFile, 'folders'>,
): Promise<FormatOutcome> {
  try {
    const options = { links: 'refuse', folders: 'require', isReal: true } as const;
    await writeOutput({ ...found, folders }, changed.text, options);
    return changed;
  } catch (error) {
    if (error instanceof ServiceError) return { kind: 'unwritten', message: error.message };
    throw error;
  }
}
