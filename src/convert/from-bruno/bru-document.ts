/** The blocks of one `.bru` file by name, and what of it could not be read. */
import type { Loss } from '../converted.js';
import { readBlocks, blockText, type BruBlock } from './bru-blocks.js';
import { readEntries } from './bru-entries.js';
import type { BrunoEntry } from './bruno-item.js';

/** Blocks that are read, or belong to another mode than the chosen one; saved examples are no part of a request. */
const READ =
  /^(?:meta|http|grpc|ws|get|post|put|patch|delete|head|options|trace|connect|query|params(?::(?:query|path))?|headers|metadata|auth(?::.*)?|body(?::.*)?|vars(?::(?:pre-request|post-response|secret))?|assert|tests|script:(?:pre-request|post-response)|docs|settings|example)$/;

/** Of several blocks with one name the last counts. */
export class BruDocument {
  readonly losses: Loss[] = [];
  readonly #blocks = new Map<string, BruBlock>();

  constructor(
    readonly file: string,
    text: string,
  ) {
    const { blocks, faults } = readBlocks(text);
    for (const block of blocks) {
      const earlier = this.#blocks.get(block.name);
      if (earlier !== undefined && block.name !== 'example')
        this.#lose([
          { line: earlier.line, reason: `the block ${block.name} is given again, the last one counts` },
        ]);
      this.#blocks.set(block.name, block);
    }
    this.#lose(faults);
    const unread = [...this.#blocks.values()].filter(({ name }) => !READ.test(name));
    this.#lose(unread.map(({ name, line }) => ({ line, reason: `the block ${name} has no counterpart` })));
  }

  get names(): readonly string[] {
    return [...this.#blocks.keys()];
  }

  block(...names: readonly string[]): BruBlock | undefined {
    const name = names.find((each) => this.#blocks.has(each));
    return name === undefined ? undefined : this.#blocks.get(name);
  }

  entries(...names: readonly string[]): readonly BrunoEntry[] {
    const block = this.block(...names);
    if (block === undefined) return [];
    const { entries, faults } = readEntries(block);
    this.#lose(faults);
    return entries;
  }

  text(name: string): string {
    const block = this.block(name);
    return block === undefined ? '' : blockText(block);
  }

  #lose(faults: readonly { readonly line: number; readonly reason: string }[]): void {
    for (const { line, reason } of faults) this.losses.push({ path: this.file, line, reason });
  }
}
