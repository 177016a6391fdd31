import { eachOf } from '../../primitives/each-of.js';
import { parseRequestFile } from '../../request-file/parse-file.js';
import { resolveFile } from '../paths/boundary.js';
import { fileState, directFileState, type Seen } from './file-state.js';
import { sameVersion, versionOf, type FileVersion } from '../paths/file-version.js';
import type { CountedFile, IndexedFile, IndexedList, CheckedFile, ParsedContent } from './indexed-file.js';
import { NeedsHeavyThread } from './needs-heavy-thread.js';
import { ParsedFiles } from './parsed-files.js';
import { refusalError, type RefusalRule } from '../paths/path-refusal.js';
import { resolvePathText, type ResolvedPath } from '../paths/path-text.js';
import { requestCount } from './request-count.js';
import {
  hashLargeFile,
  LARGEST_REQUEST_FILE,
  readRequestFile,
  type FileContent,
  type FileState,
} from './read-request-file.js';
import { walkWorkspace, WalkMemory, type WalkedFile } from './walk-workspace.js';

/**
 * Request files as they are on disk at the moment somebody asks; each version of a file is read and parsed
 * once. What is known of a file counts as long as its inode, size and times are the same.
 */
export class FileIndex {
  readonly #root: string;
  readonly #onProblem: (message: string) => void;
  readonly #maxParsedBytes: number;
  readonly #entries = new Map<string, Entry>();
  readonly #parsed = new ParsedFiles();
  readonly #parsing = new Map<string, Parsing>();
  readonly #texts = new Map<string, ResolvedPath>();
  #problems: ReadonlyMap<string, string> = new Map();
  readonly #memory = new WalkMemory();
  #listed = new WeakMap<WalkedFile, IndexedFile>();
  #last: Listing = { files: [], list: [], isSettled: false };

  /** Larger files are not parsed here: NeedsHeavyThread is thrown instead. */
  constructor(root: string, onProblem: (message: string) => void, maxParsedBytes = Infinity) {
    this.#root = root;
    this.#onProblem = onProblem;
    this.#maxParsedBytes = maxParsedBytes;
  }

  async list(): Promise<IndexedList> {
    const { files, problems } = await walkWorkspace(this.#root, { memory: this.#memory });
    const last = this.#last;
    if (last.isSettled && problems.size === 0 && hasSameItems(files, last.files)) return settled(last.list);
    const told = new Map(problems);
    const uncounted: string[] = [];
    const listed = files.map((file) => this.#indexed(file));
    const stale = listed.flatMap((file, index) => (file === undefined ? [index] : []));
    await eachOf(stale, READ_AT_ONCE, async (index) => {
      const file = files[index];
      if (!file) return;
      const isLarge = file.version.size > this.#maxParsedBytes && file.version.size <= LARGEST_REQUEST_FILE;
      if (isLarge) uncounted.push(file.path);
      listed[index] = isLarge ? { ...file, requestCount: 0 } : await this.#count(file, told);
    });
    this.#tell(told);
    const present = listed.filter((file) => file !== undefined);
    const list = this.#remember({ files, list: present, isSettled: stale.length === 0 && told.size === 0 });
    return { files: list, uncounted };
  }

  /** Of all files that are there; none of them is read. */
  async paths(): Promise<readonly string[]> {
    const { files } = await walkWorkspace(this.#root, { memory: this.#memory });
    return files.map(({ path }) => path);
  }

  /** Of files that are there and can be read. */
  async count(paths: readonly string[]): Promise<readonly CountedFile[]> {
    const counted: CountedFile[] = [];
    for (const path of paths) {
      // What cannot be read is told by whoever lists.
      await this.parsed(path).catch(() => undefined);
      const entry = this.#entries.get(path);
      if (entry?.requestCount !== undefined) counted.push({ ...entry, requestCount: entry.requestCount });
    }
    return counted;
  }

  /** What was counted elsewhere holds as long as the file is the same. */
  noteCounted(counted: readonly CountedFile[]): void {
    for (const file of counted) this.#note(file, file.requestCount);
  }

  /** Throws the refusal that the text alone deserves. */
  normalised(sent: string): string {
    return this.#judgedText(sent).path;
  }

  /**
   * Throws the refusal of a path. Whether the file is there, and is one that can be read, is the matter of
   * whoever reads it.
   */
  async judge(sent: string): Promise<CheckedFile> {
    const { path, absolute } = this.#judgedText(sent);
    const direct = directFileState(path, absolute);
    if (direct) {
      const entry = this.#fresh(direct);
      return { path, known: entry && this.#parsed.get(path, entry.hash) };
    }
    const judged = await resolveFile(sent, { root: this.#root, requestFile: true });
    if (!judged.ok && !LEFT_TO_READING.has(judged.rule)) throw refusalError(judged);
    return { path, known: undefined };
  }

  /** Throws the refusal of a path; findings in the file are its own matter. */
  async parsed(sent: string): Promise<ParsedContent> {
    const { path, absolute } = this.#judgedText(sent);
    const seen = fileState(path, absolute);
    const entry = seen && this.#fresh(seen);
    const known = entry && this.#parsed.get(path, entry.hash);
    if (known) return { path, hash: entry.hash, file: known };
    if (seen && seen.version.size > this.#maxParsedBytes) throw new NeedsHeavyThread(path);
    const underWay = this.#parsing.get(path);
    if (seen && underWay && sameVersion(underWay.version, seen.version)) {
      // Its refusal would show the path as somebody else has sent it.
      const result = await underWay.result.catch(() => undefined);
      if (result) return result;
    }
    const result = this.#parse(sent);
    if (!seen) return result;
    const parsing = { version: seen.version, result };
    this.#parsing.set(path, parsing);
    return result.finally(() => {
      if (this.#parsing.get(path) === parsing) this.#parsing.delete(path);
    });
  }

  async read(sent: string): Promise<FileContent> {
    const content = await readRequestFile(sent, this.#root);
    this.#note(content, this.#countOfSame(content));
    return content;
  }

  /** The hash of a file's content; undefined when it cannot be read. */
  async fingerprint(file: WalkedFile): Promise<string | undefined> {
    const known = this.#fresh(file);
    if (known) return known.hash;
    try {
      if (file.version.size <= LARGEST_REQUEST_FILE) return (await this.read(file.path)).hash;
      const state = await hashLargeFile(file);
      this.#note(state, 0);
      return state.hash;
    } catch {
      return undefined;
    }
  }

  /** The same as far as it is known without reading. */
  knownHash(file: WalkedFile): string | undefined {
    return this.#fresh(file)?.hash;
  }

  /** Clients send the same few texts again and again. */
  #judgedText(sent: string): ResolvedPath {
    const known = this.#texts.get(sent);
    if (known) return known;
    const text = resolvePathText(sent, { root: this.#root, requestFile: true });
    if (!text.ok) throw refusalError(text);
    if (this.#texts.size >= MOST_TEXTS) this.#texts.clear();
    this.#texts.set(sent, text);
    return text;
  }

  #fresh({ path, real, version }: Seen): Entry | undefined {
    const entry = this.#entries.get(path);
    return entry?.isSettled && entry.real === real && sameVersion(entry.version, version) ? entry : undefined;
  }

  #indexed(file: WalkedFile): IndexedFile | undefined {
    const requestCount = this.#fresh(file)?.requestCount;
    if (requestCount === undefined) return undefined;
    const last = this.#listed.get(file);
    return last?.requestCount === requestCount ? last : { ...file, requestCount };
  }

  #remember(listing: Listing): readonly IndexedFile[] {
    const { files, list } = listing;
    const before = this.#last.list;
    if (hasSameItems(list, before)) {
      this.#last = { ...listing, list: before };
      return before;
    }
    this.#last = listing;
    const byPath = new Map(files.map((file) => [file.path, file]));
    this.#listed = new WeakMap(
      list.flatMap((file) => {
        const own = byPath.get(file.path);
        return own ? [[own, file]] : [];
      }),
    );
    if (this.#entries.size > files.length + SPARE_ENTRIES) this.#forgetAllBut(byPath);
    return list;
  }

  async #parse(sent: string): Promise<ParsedContent> {
    const content = await readRequestFile(sent, this.#root);
    const { path, hash, bytes } = content;
    const file = this.#parsed.get(path, hash) ?? (await parseRequestFile(bytes, path));
    this.#parsed.keep(path, { hash, bytes: bytes.length, file });
    this.#note(content, requestCount(file));
    return { path, hash, file };
  }

  /** Undefined when the file has vanished. */
  async #count(file: WalkedFile, problems: Map<string, string>): Promise<IndexedFile | undefined> {
    if (file.version.size > LARGEST_REQUEST_FILE) return { ...file, requestCount: 0 };
    try {
      const content = await readRequestFile(file.path, this.#root);
      const count = this.#countOfSame(content) ?? (await this.#counted(content));
      this.#note(content, count);
      return { ...file, requestCount: count };
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const { message } = error;
      const isNamed = message.includes(file.path);
      problems.set(file.path, isNamed ? message : `${file.path} is left out: ${message}`);
      return 'kind' in error && error.kind === 'disk' ? { ...file, requestCount: 0 } : undefined;
    }
  }

  async #counted({ path, hash, bytes }: FileContent): Promise<number> {
    const file = await parseRequestFile(bytes, path);
    this.#parsed.offer(path, { hash, bytes: bytes.length, file });
    return requestCount(file);
  }

  #countOfSame({ path, hash }: FileState): number | undefined {
    const entry = this.#entries.get(path);
    return entry?.hash === hash ? entry.requestCount : undefined;
  }

  #note({ path, real, version, isSettled, hash }: FileState, requestCount: number | undefined): void {
    this.#entries.set(path, { path, real, version: versionOf(version), isSettled, hash, requestCount });
  }

  /** Each problem once, until it is gone. */
  #tell(problems: ReadonlyMap<string, string>): void {
    for (const [path, message] of problems) if (!this.#problems.has(path)) this.#onProblem(message);
    this.#problems = problems;
  }

  #forgetAllBut(present: ReadonlyMap<string, unknown>): void {
    for (const path of this.#entries.keys()) {
      if (present.has(path)) continue;
      this.#entries.delete(path);
      this.#parsed.drop(path);
    }
  }
}

function settled(files: readonly IndexedFile[]): IndexedList {
  return { files, uncounted: [] };
}

interface Listing {
  readonly files: readonly WalkedFile[];
  readonly list: readonly IndexedFile[];
  /** All of it was known without reading: while the files are the same, so is the list. */
  readonly isSettled: boolean;
}

interface Entry extends FileState {
  /** Undefined until somebody wants to know. */
  readonly requestCount: number | undefined;
}

interface Parsing {
  readonly version: FileVersion;
  readonly result: Promise<ParsedContent>;
}

const READ_AT_ONCE = 8;
/** Files outside the walk that were asked for by their path. */
const SPARE_ENTRIES = 1000;

const MOST_TEXTS = 1000;

const LEFT_TO_READING: ReadonlySet<RefusalRule> = new Set(['missing', 'kind', 'unreadable']);

function hasSameItems<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}
