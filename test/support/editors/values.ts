/** Values of the editor's API that the extension makes and reads. */
import { posix } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export class Uri {
  readonly scheme: string;
  readonly path: string;
  readonly authority = '';

  constructor(scheme: string, path: string) {
    this.scheme = scheme;
    this.path = path;
  }

  static parse(text: string): Uri {
    const [, scheme = '', path = ''] = /^([a-z-]+):(?:\/\/)?([^?#]*)/.exec(text) ?? [];
    return new Uri(scheme, decodeURIComponent(path));
  }

  static file(path: string): Uri {
    return new Uri('file', decodeURIComponent(pathToFileURL(path).pathname));
  }

  static from({ scheme, path }: { readonly scheme: string; readonly path: string }): Uri {
    return new Uri(scheme, path);
  }

  static joinPath({ scheme, path }: Uri, ...parts: readonly string[]): Uri {
    return new Uri(scheme, posix.join(path, ...parts));
  }

  get fsPath(): string {
    return fileURLToPath(this.toString());
  }

  toString(): string {
    const slashes = this.scheme === 'file' ? '//' : '';
    return `${this.scheme}:${slashes}${this.path.split('/').map(encodeURIComponent).join('/')}`;
  }
}

export class Position {
  readonly line: number;
  readonly character: number;

  constructor(line: number, character: number) {
    this.line = line;
    this.character = character;
  }
}

export class Range {
  readonly start: Position;
  readonly end: Position;

  constructor(...[first, second, third, fourth]: readonly (number | Position)[]) {
    if (typeof first === 'object' && typeof second === 'object') [this.start, this.end] = [first, second];
    else {
      this.start = new Position(Number(first), Number(second));
      this.end = new Position(Number(third), Number(fourth));
    }
  }
}

export class Location {
  readonly uri: Uri;
  readonly range: Range;

  constructor(uri: Uri, at: Position | Range) {
    this.uri = uri;
    this.range = at instanceof Range ? at : new Range(at, at);
  }
}

export class EventEmitter<T> {
  readonly #listeners = new Set<(value: T) => unknown>();

  readonly event = (listener: (value: T) => unknown, self?: unknown): { dispose: () => void } => {
    const bound = listener.bind(self);
    this.#listeners.add(bound);
    return { dispose: () => void this.#listeners.delete(bound) };
  };

  fire(value: T): void {
    for (const listener of this.#listeners) listener(value);
  }

  dispose(): void {
    this.#listeners.clear();
  }
}

export class CancellationTokenSource {
  readonly #cancelled = new EventEmitter<void>();
  readonly token = { isCancellationRequested: false, onCancellationRequested: this.#cancelled.event };

  cancel(): void {
    this.token.isCancellationRequested = true;
    this.#cancelled.fire();
  }

  dispose(): void {
    this.#cancelled.dispose();
  }
}

export class Disposable {
  readonly dispose: () => unknown;

  constructor(dispose: () => unknown) {
    this.dispose = dispose;
  }

  static from(...all: readonly { dispose: () => unknown }[]): Disposable {
    return new Disposable(() => all.forEach((each) => each.dispose()));
  }
}
