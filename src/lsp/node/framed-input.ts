import { Transform, type TransformCallback } from 'node:stream';
import { FrameWatch } from '../protocol/frame-watch.js';

/** Passes frames on until one of them cannot be read. */
export class FramedInput extends Transform {
  readonly #watch = new FrameWatch();
  readonly #onProblem: (problem: string) => void;

  constructor(onProblem: (problem: string) => void) {
    super();
    this.#onProblem = onProblem;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    for (const accepted of this.#watch.push(chunk)) this.push(accepted);
    const { problem } = this.#watch;
    // What follows is neither read nor kept: the process ends.
    if (problem === undefined) done();
    else this.#onProblem(problem);
  }

  override _flush(done: TransformCallback): void {
    for (const accepted of this.#watch.finish()) this.push(accepted);
    done();
  }
}
