import { appendFileSync } from 'node:fs';

/** For tests of a file that a machine cannot run: the last lines of the run say what to install. */
export function noteNotRun(text: string): void {
  const file = process.env['SVC_TEST_NOT_RUN'];
  if (file) appendFileSync(file, `${text}\n`);
}
