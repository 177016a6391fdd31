import { refusalError } from '../paths/path-refusal.js';
import { resolvePathText, type ResolvedPath } from '../paths/path-text.js';

const MAX_TEXTS = 1000;

/** Resolves the texts of paths and remembers the results, because clients send the same few again and again. */
export class PathTexts {
  readonly #root: string;
  readonly #resolved = new Map<string, ResolvedPath>();

  constructor(root: string) {
    this.#root = root;
  }

  /** Throws if the text alone is refused. */
  resolve(sent: string): ResolvedPath {
    const resolved = this.#resolved.get(sent);
    if (resolved) return resolved;
    const text = resolvePathText(sent, { root: this.#root, requestFile: true });
    if (!text.ok) throw refusalError(text);
    if (this.#resolved.size >= MAX_TEXTS) this.#resolved.clear();
    this.#resolved.set(sent, text);
    return text;
  }
}
