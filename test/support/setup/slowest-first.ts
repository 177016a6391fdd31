import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Workers keep the modules of their project, so its files come together; those of `unit` are short and fill the end. */
const PROJECTS = ['browser', 'queue', 'neovim', 'black-box', 'unit'];

/** Within a project vitest begins with the files that took longest the last time, or else with the largest ones. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => projectRank(a) - projectRank(b));
  }
}

function projectRank({ project }: TestSpecification): number {
  return PROJECTS.indexOf(project.name);
}
