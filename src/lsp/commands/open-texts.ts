import { basename, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RunnableFile } from '../../runner/plan/run-input.js';
import { isBelow } from '../../workspace/paths/boundary.js';
import { writePlace } from '../../workspace/paths/write-place.js';
import type { OpenText } from './command-request.js';

/** The texts of open documents by their files, and the addresses by which the editor knows files. */
export class OpenTexts {
  readonly #byPlace: ReadonlyMap<string, OpenText>;
  readonly #folder: string;
  readonly #realFolder: string;

  constructor(texts: readonly OpenText[], folder: string) {
    this.#byPlace = new Map(
      texts.flatMap((text) => (text.path === undefined ? [] : [[writePlace(text.path), text] as const])),
    );
    this.#folder = folder;
    this.#realFolder = writePlace(folder);
  }

  /** The file need not exist, since a document may be open before it is saved. */
  textAt(path: string): string | undefined {
    return this.#byPlace.size === 0 ? undefined : this.#byPlace.get(writePlace(path))?.text;
  }

  /** Editors name a file by the path that leads to it from the folder, which may be a link. */
  uriOf(file: Pick<RunnableFile, 'directory' | 'shown'>): string {
    const place = writePlace(pathOf(file));
    const open = this.#byPlace.get(place);
    if (open !== undefined) return open.uri;
    const inFolder = isBelow(place, this.#realFolder)
      ? join(this.#folder, relative(this.#realFolder, place))
      : place;
    return pathToFileURL(inFolder).href;
  }
}

export function pathOf({ directory, shown }: Pick<RunnableFile, 'directory' | 'shown'>): string {
  return join(directory, basename(shown));
}
