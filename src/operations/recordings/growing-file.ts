/** The file of an export while it grows, so that little is lost when the process is killed. */
import { elapsed } from '../../primitives/clock.js';
import { timeSlice } from '../../primitives/time-slice.js';
import type { TargetAddress } from '../../record/proxy/target-address.js';
import type { Recording } from '../../record/recordings/recording.js';
import type { OutputFile } from '../../workspace/output/output-file.js';
import { replaceEnd, writeOutput } from '../../workspace/output/write-output.js';
import { growingExport, type GrowingExport, type RecordExport } from './recording-text.js';

/** More recordings than these are written a little later, because writing them takes longer than recording them. */
const MAX_RECORDINGS_AT_ONCE = 100;
/** Of the time, this share at most is spent on writing the whole file anew. */
const REWRITING_SHARE = 1 / 50;

export interface GrowingFileOptions {
  readonly file: OutputFile;
  readonly target: TargetAddress;
  readonly format: RecordExport['format'];
  /** All recordings, without the secrets known by now. */
  readonly all: () => Promise<readonly Recording[]>;
}

export class GrowingFile {
  readonly #options: GrowingFileOptions;
  #waiting: Recording[] = [];
  #export: GrowingExport | undefined;
  /** Bytes in the file, and those of them that the next recording leaves. */
  #size = 0;
  #kept = 0;
  #isEmpty = true;
  /** A recording in the file may have values that are known to be secret by now. */
  #isStale = false;
  #knownSecrets = 0;
  #rewritesAt = 0;

  constructor(options: GrowingFileOptions) {
    this.#options = options;
  }

  add(recording: Recording): void {
    this.#waiting.push(recording);
  }

  get isBehind(): boolean {
    return this.#waiting.length > 0;
  }

  /** Writes what has been added, or as much of it as can be written soon. */
  async save(): Promise<void> {
    const part = this.#waiting.splice(0, MAX_RECORDINGS_AT_ONCE);
    const secretCount = Math.max(this.#knownSecrets, ...part.map(({ knownSecrets }) => knownSecrets));
    this.#isStale ||= secretCount !== this.#knownSecrets && this.#export !== undefined;
    this.#knownSecrets = secretCount;
    const isDue = this.#isStale && elapsed() >= this.#rewritesAt;
    const growing = isDue ? undefined : this.#export;
    // After a failure nobody knows what is in the file.
    this.#export = undefined;
    if (growing === undefined || !(await this.#append(growing, part))) await this.#rewrite();
    else this.#export = growing;
  }

  async #append(growing: GrowingExport, part: readonly Recording[]): Promise<boolean> {
    const bytes = Buffer.from(this.#textOf(growing, part));
    const end = Buffer.from(growing.end);
    const place = { from: this.#kept, size: this.#size };
    if (!(await replaceEnd(this.#options.file, place, Buffer.concat([bytes, end])))) return false;
    this.#kept += bytes.length;
    this.#size = this.#kept + end.length;
    return true;
  }

  async #rewrite(): Promise<void> {
    const start = elapsed();
    const { file, target, format, all } = this.#options;
    this.#waiting = [];
    const recordings = await all();
    this.#knownSecrets = Math.max(0, ...recordings.slice(0, 1).map(({ knownSecrets }) => knownSecrets));
    this.#isStale = false;
    this.#isEmpty = true;
    const growing = await growingExport(target, format);
    const pause = timeSlice();
    let text = growing.start;
    for (const recording of recordings) {
      text += this.#textOf(growing, [recording]);
      await pause();
    }
    await writeOutput(file, text + growing.end, { private: true });
    this.#kept = Buffer.byteLength(text);
    this.#size = this.#kept + Buffer.byteLength(growing.end);
    this.#export = growing;
    this.#rewritesAt = elapsed() + (elapsed() - start) / REWRITING_SHARE;
  }

  #textOf(growing: GrowingExport, recordings: readonly Recording[]): string {
    let text = '';
    for (const recording of recordings) {
      const next = growing.next(recording);
      if (next !== '') text += this.#isEmpty ? next : growing.between + next;
      this.#isEmpty &&= next === '';
    }
    return text;
  }
}
