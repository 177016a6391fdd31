import type { RunOutcome } from '../../runner/outcome/result.js';
import { counted } from '../process/counted.js';

/** What is worth saying once behind the report, for people. */
export function runAdvice(run: RunOutcome): readonly string[] {
  const { createdSnapshots = 0 } = run;
  return [
    ...(createdSnapshots === 0 ? [] : [`${counted(createdSnapshots, 'snapshot')} created`]),
    ...(meetsTheBoundary(run) ? [WORKSPACE] : []),
  ];
}

const WORKSPACE =
  'the workspace is the directory of the config file in use, else the current directory; files that requests name have to be inside it';

/** Those who start a run elsewhere do not expect that files beside a request file are out of reach. */
function meetsTheBoundary({ files, failed }: RunOutcome): boolean {
  const isMet = (text: string): boolean => text.includes('path is outside the workspace');
  return (
    failed > 0 &&
    files.some(({ results }) =>
      results.some(
        ({ error, assertions }) => isMet(error) || assertions.some(({ message }) => isMet(message)),
      ),
    )
  );
}
