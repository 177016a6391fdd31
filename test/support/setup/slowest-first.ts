import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Workers keep the modules of their project, so its files come together; those of `unit` are short and fill the end. */
const PROJECTS = ['browser', 'queue', 'black-box', 'unit'];

/** Files that take ten seconds and more, the slowest first: one that began last would run alone at the end. */
const SLOW_FILES = [
  'test/browser/accessibility.test.ts',
  'test/browser/workspace.test.ts',
  'test/browser/pages.test.ts',
  'test/browser/results.test.ts',
  'test/browser/bodies.test.ts',
  'test/browser/exchange.test.ts',
  'test/browser/stress.test.ts',
  'test/browser/start.test.ts',
  'test/queue/distributed-load.test.ts',
  'test/queue/server-load.test.ts',
  'test/queue/load-steps.test.ts',
  'test/queue/adopt.test.ts',
  'test/queue/hostile-queue.test.ts',
  'test/queue/lost-queue.test.ts',
  'test/queue/suite.test.ts',
  'test/queue/worker.test.ts',
  'test/api/runs/large-executions.test.ts',
  'test/api/files/watcher.test.ts',
  'test/api/files/large-files.test.ts',
  'test/pages.test.ts',
  'test/language/hostile.test.ts',
  'test/build/broken-output.test.ts',
  'test/stress/measurement.test.ts',
  'test/architecture.test.ts',
  'test/stress/command.test.ts',
  'test/stress/find.test.ts',
  'test/stress/stages.test.ts',
  'test/history/postgres-history.test.ts',
  'test/history/team-history.test.ts',
  'test/launcher.test.ts',
  'src/stress/both-paths.test.ts',
  'src/stress/distributed/adopted-load.test.ts',
  'src/stress/distributed/abort-load.test.ts',
  'src/stress/distributed/worker-loss.test.ts',
  'src/stress/stress-test.test.ts',
  'src/workspace/watch/watch-workspace.test.ts',
];

/** Vitest sorts by the times of earlier runs, but a fresh clone has none. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort(
      (a, b) => projectRank(a) - projectRank(b) || slowRank(a) - slowRank(b),
    );
  }
}

function projectRank({ project }: TestSpecification): number {
  return PROJECTS.indexOf(project.name);
}

function slowRank({ moduleId }: TestSpecification): number {
  const place = SLOW_FILES.findIndex((path) => moduleId.endsWith(`/${path}`));
  return place < 0 ? SLOW_FILES.length : place;
}
