import { eachOf } from '../../primitives/each-of.js';
import { timeSlice } from '../../primitives/time-slice.js';
import { MAX_REQUEST_FILE_BYTES } from '../../request-file/text/max-file-size.js';
import { resolveFile } from '../paths/boundary.js';
import { statFile, statDirectFile } from './file-state.js';
import { keptVersion, sameVersion } from '../paths/file-version.js';
import type {
  CheckedFile,
  CountedFile,
  IndexedFile,
  IndexedList,
  KnownFile,
  LastList,
  ParsedContent,
  Parsing,
} from './indexed-file.js';
import { NeedsHeavyThread } from './needs-heavy-thread.js';
import { eachContent, type ContentReceiver, type PackedContents } from './packed-contents.js';
import { ParsedFiles } from './parsed-files.js';
import { PathTexts } from './path-texts.js';
import { ReportedProblems } from './reported-problems.js';
import { refusalError, type RefusalRule } from '../paths/path-refusal.js';
import { requestCount } from './request-count.js';
import {
  hashLargeFile,
  readRequestFile,
  readWalkedFile,
  type FileContent,
  type FileStat,
  type FileState,
} from './read-request-file.js';
import { parseWithScripts } from './script-reader.js';
import { walkWorkspace, WalkCache, type WalkedFile } from './walk-workspace.js';

/**
 * Request files as they are on disk at the moment of a call. Each version of a file is read and parsed once: cached
 * facts about a file hold as long as its inode, size and times are the same.
 */
export class FileIndex {
  readonly #root: string;
  readonly #maxParsedBytes: number;
  readonly #entries = new Map<string, KnownFile>();
  readonly #parsed = new ParsedFiles();
  readonly #parsing = new Map<string, Parsing>();
  readonly #texts: PathTexts;
  readonly #problems: ReportedProblems;
  readonly #walkCache = new WalkCache();
  #listing: Promise<unknown> = Promise.resolve();
  #last: LastList = { files: [], list: [], isSettled: false };

  /** Files larger than `maxParsedBytes` are not parsed: NeedsHeavyThread is thrown instead. */
  constructor(root: string, onProblem: (message: string) => void, maxParsedBytes = Infinity) {
    this.#root = root;
    this.#texts = new PathTexts(root);
    this.#problems = new ReportedProblems(onProblem);
    this.#maxParsedBytes = maxParsedBytes;
  }

  /** A call waits for the one before it, which reads most of the files that it needs. */
  list(): Promise<IndexedList> {
    return this.#inTurn(() => this.#list());
  }

  async #list(): Promise<IndexedList> {
    const { files, problems } = await walkWorkspace(this.#root, { cache: this.#walkCache });
    const last = this.#last;
    if (last.isSettled && problems.size === 0 && hasSameItems(files, last.files))
      return { files: last.list, uncounted: [] };
    const found = new Map(problems);
    const uncounted: string[] = [];
    const listed = files.map((file) => this.#indexed(file));
    const stale = listed.flatMap((file, index) => (file === undefined ? [index] : []));
    const pause = timeSlice();
    await eachOf(stale, MAX_CONCURRENT_READS, async (index) => {
      const file = files[index];
      if (!file) return;
      const pauseEnd = pause();
      if (pauseEnd) await pauseEnd;
      const isLarge = file.version.size > this.#maxParsedBytes && file.version.size <= MAX_REQUEST_FILE_BYTES;
      if (isLarge) uncounted.push(file.path);
      listed[index] = isLarge
        ? indexedFile(file, 0)
        : await this.#count(file, found, stale.length <= MAX_OFFERED);
    });
    this.#problems.report(found);
    const present = listed.filter((file) => file !== undefined);
    const list = this.#remember({ files, list: present, isSettled: stale.length === 0 && found.size === 0 });
    return { files: list, uncounted };
  }

  /** Paths of all request files; none of them is read. */
  async paths(): Promise<readonly string[]> {
    const { files } = await walkWorkspace(this.#root, { cache: this.#walkCache });
    return files.map(({ path }) => path);
  }

  /** Counts the requests of those files that exist and can be read. */
  async count(paths: readonly string[]): Promise<readonly CountedFile[]> {
    const counted: CountedFile[] = [];
    for (const path of paths) {
      // A file that cannot be read is reported by `list`.
      await this.parsed(path).catch(() => undefined);
      const entry = this.#entries.get(path);
      if (entry?.requestCount !== undefined) counted.push({ ...entry, requestCount: entry.requestCount });
    }
    return counted;
  }

  /** Takes over counts from another thread, which hold as long as the file stays the same. */
  noteCounted(counted: readonly CountedFile[]): void {
    for (const file of counted) this.#note(file, file.requestCount);
  }

  /** Counts the requests of files that another thread has read; a list that is requested meanwhile waits for it. */
  countContents(batches: AsyncIterable<PackedContents>): Promise<void> {
    return this.#inTurn(async () => {
      // Makes the next walk faster, and there is nothing to do until the other thread has found the files too.
      await this.paths().catch(() => undefined);
      await eachContent(batches, this.#root, async (content) => {
        if (content.bytes.length > this.#maxParsedBytes) return;
        this.#note(content, this.#countOfSame(content) ?? (await this.#counted(content, false)));
      });
    });
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#listing.then(work);
    this.#listing = result.catch(() => undefined);
    return result;
  }

  /** The normalised path; throws if its text alone is refused. */
  normalise(sent: string): string {
    return this.#texts.resolve(sent).path;
  }

  /**
   * Throws if the path is refused. Whether the file exists and is readable is left to the code that reads it.
   */
  async check(sent: string): Promise<CheckedFile> {
    const { path, absolute } = this.#texts.resolve(sent);
    const direct = statDirectFile(path, absolute);
    if (direct) {
      const entry = this.#freshEntry(direct);
      return { path, parsed: entry && this.#parsed.get(path, entry.hash) };
    }
    const resolved = await resolveFile(sent, { root: this.#root, requestFile: true });
    if (!resolved.ok && !RULES_CHECKED_ON_READING.has(resolved.rule)) throw refusalError(resolved);
    return { path, parsed: undefined };
  }

  /** Throws if the path is refused. Findings in the file are part of the result. */
  async parsed(sent: string): Promise<ParsedContent> {
    const { path, absolute } = this.#texts.resolve(sent);
    const seen = statFile(path, absolute);
    const entry = seen && this.#freshEntry(seen);
    const cached = entry && this.#parsed.get(path, entry.hash);
    if (cached) return { path, hash: entry.hash, file: cached };
    if (seen && seen.version.size > this.#maxParsedBytes) throw new NeedsHeavyThread(path);
    const underWay = this.#parsing.get(path);
    if (seen && underWay && sameVersion(underWay.version, seen.version)) {
      // A failure is not shared, because its message shows the path as another caller sent it.
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

  /** The hash of a file's content; undefined when it cannot be read. The receiver gets the content if it was read. */
  async fingerprint(file: WalkedFile, receiver?: ContentReceiver): Promise<string | undefined> {
    const cached = this.#freshEntry(file);
    if (cached) return cached.hash;
    try {
      if (file.version.size <= MAX_REQUEST_FILE_BYTES) {
        const content = await readWalkedFile(file, this.#root);
        this.#note(content, this.#countOfSame(content));
        await receiver?.add(content);
        return content.hash;
      }
      const state = await hashLargeFile(file);
      this.#note(state, 0);
      return state.hash;
    } catch {
      return undefined;
    }
  }

  /** The same hash if it is known without reading the file. */
  cachedHash(file: WalkedFile): string | undefined {
    return this.#freshEntry(file)?.hash;
  }

  #freshEntry({ path, real, version }: FileStat): KnownFile | undefined {
    const entry = this.#entries.get(path);
    return entry?.isSettled && entry.real === real && sameVersion(entry.version, version) ? entry : undefined;
  }

  #indexed(file: WalkedFile): IndexedFile | undefined {
    const entry = this.#freshEntry(file);
    if (entry?.requestCount === undefined) return undefined;
    entry.listed ??= indexedFile(file, entry.requestCount);
    return entry.listed;
  }

  #remember(listing: LastList): readonly IndexedFile[] {
    const { files, list } = listing;
    const before = this.#last.list;
    if (hasSameItems(list, before)) {
      this.#last = { ...listing, list: before };
      return before;
    }
    this.#last = listing;
    if (this.#entries.size > files.length + MAX_EXTRA_ENTRIES)
      this.#forgetAllBut(new Set(files.map(({ path }) => path)));
    return list;
  }

  async #parse(sent: string): Promise<ParsedContent> {
    const content = await readRequestFile(sent, this.#root);
    const { path, hash, bytes } = content;
    const cached = this.#parsed.get(path, hash);
    const { file, namesScripts } = await parseWithScripts(content, this.#root, cached);
    if (!namesScripts) this.#parsed.keep(path, { hash, bytes: bytes.length, file });
    this.#note(content, requestCount(file));
    return { path, hash, file };
  }

  /** Undefined if the file has disappeared since the walk. */
  async #count(
    file: WalkedFile,
    problems: Map<string, string>,
    mayKeep: boolean,
  ): Promise<IndexedFile | undefined> {
    if (file.version.size > MAX_REQUEST_FILE_BYTES) return indexedFile(file, 0);
    try {
      const content = await readWalkedFile(file, this.#root);
      const count = this.#countOfSame(content) ?? (await this.#counted(content, mayKeep));
      this.#note(content, count);
      return this.#indexed(file) ?? indexedFile(file, count);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const { message } = error;
      const isNamed = message.includes(file.path);
      problems.set(file.path, isNamed ? message : `${file.path} is left out: ${message}`);
      return 'kind' in error && error.kind === 'disk' ? indexedFile(file, 0) : undefined;
    }
  }

  async #counted({ path, hash, bytes }: FileContent, mayKeep: boolean): Promise<number> {
    const { file, namesScripts } = await parseWithScripts({ path, bytes }, this.#root);
    if (mayKeep && !namesScripts) this.#parsed.offer(path, { hash, bytes: bytes.length, file });
    return requestCount(file);
  }

  #countOfSame({ path, hash }: FileState): number | undefined {
    const entry = this.#entries.get(path);
    return entry?.hash === hash ? entry.requestCount : undefined;
  }

  #note({ path, real, version, isSettled, hash }: FileState, requestCount: number | undefined): void {
    this.#entries.set(path, { path, real, version: keptVersion(version), isSettled, hash, requestCount });
  }

  #forgetAllBut(present: ReadonlySet<string>): void {
    for (const path of this.#entries.keys()) {
      if (present.has(path)) continue;
      this.#entries.delete(path);
      this.#parsed.drop(path);
    }
  }
}

const MAX_CONCURRENT_READS = 8;
/** Of a larger workspace nothing is kept: if the first files stay, V8 also allocates all later ones as old objects. */
const MAX_OFFERED = 200;
/** How many files outside the walk may be remembered, which were requested by their path. */
const MAX_EXTRA_ENTRIES = 1000;
const RULES_CHECKED_ON_READING: ReadonlySet<RefusalRule> = new Set(['missing', 'kind', 'unreadable']);

function indexedFile({ path, name, real, version }: WalkedFile, requestCount: number): IndexedFile {
  return { path, name, real, version, requestCount };
}

/** Whether two lists have the same objects in the same order. */
const hasSameItems = <T>(a: readonly T[], b: readonly T[]): boolean =>
  a.length === b.length && a.every((item, index) => item === b[index]);
