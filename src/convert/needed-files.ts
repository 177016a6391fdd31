/** Files of the user that bodies send and that are no part of the source: they are expected beside the request file. */
import { posix } from 'node:path';
import type { Loss } from './converted.js';
import type { BodyDraft, ImportedFileDraft, ImportedRequestDraft } from './import-draft.js';
import { FreeNames } from './import-names.js';

/** A path of another machine becomes one beside the request file, since svc reads no file outside of the workspace. */
export function withNeededFiles(draft: ImportedFileDraft): ImportedFileDraft {
  const places = new Places();
  const requests = draft.requests.map((request) => withPlacedFiles(request, places));
  if (places.needed.size === 0) return draft;
  return { ...draft, requests, needs: [...(draft.needs ?? []), ...places.needed] };
}

function withPlacedFiles(request: ImportedRequestDraft, places: Places): ImportedRequestDraft {
  const { body, place, losses = [] } = request;
  const moved: Loss[] = [];
  const placed = (path: string): string => {
    const found = places.placeOf(path);
    if (found !== path)
      moved.push({
        path: place,
        reason: `the file ${path.slice(0, 200)} is expected beside the request file, as ${found}`,
      });
    return found;
  };
  const changed = withPaths(body, placed);
  return changed === undefined ? request : { ...request, body: changed, losses: [...losses, ...moved] };
}

/** Undefined for a body that names no file. */
function withPaths(body: BodyDraft | undefined, placed: (path: string) => string): BodyDraft | undefined {
  if (body?.kind === 'file') return { kind: 'file', path: placed(body.path) };
  if (body?.kind !== 'multipart' || body.fields.every(({ kind }) => kind === 'field')) return undefined;
  const fields = body.fields.map((part) =>
    part.kind === 'file' && part.path !== '' ? { ...part, path: placed(part.path) } : part,
  );
  return { kind: 'multipart', fields };
}

class Places {
  readonly needed = new Set<string>();
  readonly #moved = new Map<string, string>();
  readonly #free = new FreeNames();

  placeOf(path: string): string {
    if (path.includes('{{')) return path;
    const found = isBeside(path) ? path : (this.#moved.get(path) ?? this.#freePlace(path));
    this.#free.reserve(found);
    this.#moved.set(path, found);
    this.needed.add(found);
    return found;
  }

  #freePlace(path: string): string {
    const name = (/[^/\\]*$/.exec(path)?.[0] ?? '').replace(/^\.+/, '') || 'file';
    const extension = posix.extname(name);
    const stem = name.slice(0, name.length - extension.length);
    return this.#free.take(`./${name}`, (number) => `./${stem}_${number}${extension}`);
  }
}

function isBeside(path: string): boolean {
  return path.startsWith('./') && !posix.normalize(path).startsWith('../');
}
