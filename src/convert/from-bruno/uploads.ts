/** Files that bodies send: they lie in the collection, and are copied beside the request files. */
import { posix } from 'node:path';
import { copiedFiles, type CopiedFiles, type NamedFile } from '../copied-files.js';
import type { ConvertOptions } from '../converted.js';
import type { BodyDraft, ImportedFileDraft } from '../import-draft.js';
import type { SourceFolder } from '../source-folder.js';

export interface ConvertedUploads extends CopiedFiles {
  /** The files name what the user has to supply. */
  readonly drafts: readonly ImportedFileDraft[];
}

export async function convertUploads(
  drafts: readonly ImportedFileDraft[],
  source: SourceFolder,
  { saveBodies }: ConvertOptions,
): Promise<ConvertedUploads> {
  const named = drafts.flatMap(uploadsOf);
  if (named.length === 0) return { drafts, copies: [], losses: [] };
  const { copies, losses } = saveBodies ? await copiedFiles(named, source) : withoutOutput(named);
  const copied = new Set(copies.map(({ path }) => path));
  return {
    drafts: drafts.map((draft) => ({
      ...draft,
      needs: [...(draft.needs ?? []), ...missingOf(draft, copied)],
    })),
    copies,
    losses,
  };
}

function missingOf(draft: ImportedFileDraft, copied: ReadonlySet<string>): string[] {
  return uploadsOf(draft).flatMap(({ path, written }) => (copied.has(path) ? [] : [written]));
}

function uploadsOf({ requests }: ImportedFileDraft): NamedFile[] {
  return requests.flatMap(({ body, place }) =>
    pathsOf(body)
      .filter((written) => !written.includes('{{'))
      .map((written) => ({ written, path: posix.normalize(written), owner: { path: place } })),
  );
}

function pathsOf(body: BodyDraft | undefined): string[] {
  if (body?.kind === 'file') return [body.path];
  if (body?.kind !== 'multipart') return [];
  return body.fields.flatMap((part) => (part.kind === 'file' && part.path !== '' ? [part.path] : []));
}

function withoutOutput(named: readonly NamedFile[]): CopiedFiles {
  const byPath = new Map(named.map((each) => [each.path, each]));
  const losses = [...byPath.values()].map(({ written, owner }) => ({
    ...owner,
    reason: `the file ${written.slice(0, 200)} is not part of the output; use -o to copy it`,
  }));
  return { copies: [], losses };
}
