// `npm run audit`: checks whether a package that svc ships has a known flaw. With `--release`, as the release workflow
// runs it, it also fails if the audit is not possible.
import { npmCommand, runQuietly } from '../run.mjs';
import { FAILING_SEVERITY, readAudit } from './audit-rules.mjs';
import { inShippedProject } from './shipped-packages.mjs';

const isRelease = process.argv.includes('--release');
const { outcome, count } = await inShippedProject(async (cwd, shipped) => {
  const { program, args, shell } = npmCommand(['audit', '--omit=dev', '--package-lock-only', '--json']);
  const { stdout } = await runQuietly(program, args, {}, { cwd, shell, timeout: 120_000 });
  return { outcome: readAudit(stdout), count: shipped };
});

if (outcome.kind === 'unavailable') {
  const end = isRelease ? ' A release needs one; try again later.' : '';
  console.error(`The ${count} shipped packages could not be audited: ${outcome.reason}.${end}`);
  if (isRelease) process.exitCode = 1;
} else {
  for (const sentence of [...outcome.failures, ...outcome.others]) console.error(sentence);
  if (outcome.failures.length > 0) {
    console.error(`Shipped packages have known flaws (${FAILING_SEVERITY} or worse); update them first.`);
    process.exitCode = 1;
  } else
    console.log(`The ${count} shipped packages have no known flaw that is ${FAILING_SEVERITY} or worse.`);
}
