/** What is kept in the queue of a test, for whoever collects it when this process is lost or has no more time. */
import type { GraphData } from '../../primitives/json/graph-data.js';
import type { RunCoordinator } from '../../queue/run-coordinator.js';
import type { Node } from '../../runner/plan/graph.js';
import { writeKeptLoad, type KeptRun } from '../../stress/distributed/kept-load.js';
import type { LoadReport } from '../../stress/distributed/load-messages.js';
import type { AfterLoad } from '../../stress/load-generator.js';
import type { CommonLoadTask } from '../../stress/load-threads.js';

export class KeptCourse<About> {
  readonly #about: About;
  /** Of the newest run. */
  coordinator: RunCoordinator | undefined;
  #newest: { readonly task: CommonLoadTask; readonly afterLoad: AfterLoad } | undefined;
  #load: GraphData | undefined;

  constructor(about: About) {
    this.#about = about;
  }

  /** Called before every load. */
  async write(task: CommonLoadTask, afterLoad: AfterLoad): Promise<void> {
    this.#newest = { task, afterLoad };
    this.#load = await writeKeptLoad(task, afterLoad);
    await this.keep();
  }

  async keep(hasEnded = false): Promise<void> {
    if (!this.coordinator || !this.#load) return;
    const { workers: listed } = this.coordinator;
    const workers = listed.map(({ id, name, version, threads }) => ({ id, name, version, threads }));
    const kept: KeptRun<About> = { load: this.#load, workers, about: this.#about, hasEnded };
    await this.coordinator.keep(kept);
  }

  /** Ends the run and leaves the rest of its teardown; returns its id, or undefined when there was no load. */
  async leave(
    unfinished: readonly Node[],
    reports: ReadonlyMap<string, LoadReport>,
  ): Promise<string | undefined> {
    if (!this.#newest || !this.coordinator) return undefined;
    const { task, afterLoad } = this.#newest;
    this.#load = await writeKeptLoad(task, { ...afterLoad, teardown: unfinished });
    await this.keep(true);
    await this.coordinator.leave(reports);
    return this.coordinator.run;
  }
}
