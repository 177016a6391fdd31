import { ServiceError } from '../../errors.js';
import { defineCommand } from '../command/command.js';
import { EXIT } from '../process/exit-code.js';
import { PATHS, pathsOrHere, RUN_PATHS } from '../command/request-paths.js';
import { exitCodeOfInterruption, withInterruption } from '../command/interruption.js';
import { withLines } from '../command/line-arguments.js';
import { refuseStdin, refuseWithWorkers } from '../run/read-run-flags.js';
import { runOnce } from '../run/run-once.js';
import { refuseRunOnlyFlags, refuseStressFlags } from '../run/stress/check-stress-flags.js';
import { DISTRIBUTION_FLAGS } from '../flags/distribution-flags.js';
import { RUN_FLAGS } from '../flags/run-flags.js';
import { flagGroup, switchFlag } from '../flags/flag.js';
import { STRESS_FLAGS } from '../flags/stress-flags.js';

/** Stands with the flags of the queue, which load tests have too. */
const { 'retry-lost': retryLost, ...OWN_FLAGS } = RUN_FLAGS;

export const run = defineCommand({
  arguments: [{ ...PATHS, meaning: `${RUN_PATHS}; the current directory when none is given` }],
  flags: {
    ...OWN_FLAGS,
    ...flagGroup('Load', { stress: switchFlag('run as a load test, like svc stress') }),
    ...STRESS_FLAGS,
    ...DISTRIBUTION_FLAGS,
    'retry-lost': retryLost,
  },
  describedElsewhere: {
    flags: DISTRIBUTION_FLAGS,
    shown: [
      '--queue, --workers, ...',
      'hand the tests out to workers; svc stress --help describes these flags',
    ],
  },
  examples: [
    'svc run tests/',
    'svc run -e staging -t smoke orders.http',
    'svc run -p -o junit --output-file out/junit.xml --report html=out/report.html tests/',
    'svc run --watch -n createOrder orders.http',
    'svc run orders.http:13',
  ],
  exitCodes: [
    [EXIT.ok, 'every test passed or was skipped'],
    [EXIT.failed, 'a test failed, or the API coverage is too low'],
    [EXIT.requestFile, 'a request file or a dependency is missing or has errors; svc cannot run a request'],
    [EXIT.input, 'another file is missing or has errors, or a report cannot be written'],
    [EXIT.network, 'all failed tests failed with a network error'],
    [130, 'ended by SIGINT; 143 by SIGTERM'],
  ],
  async run(call) {
    const { flags, sources } = call;
    // A load test of everything that lies around is nothing to start by accident.
    if (flags.stress && call.positionals.length === 0)
      throw new ServiceError('usage', 'missing argument <path>: a load test needs its files named');
    const given = { ...call, positionals: pathsOrHere(call.positionals) };
    if (flags.collect !== undefined) throw new ServiceError('usage', '--collect is a flag of svc stress');
    refuseWithWorkers(given);
    if (flags.stress) refuseRunOnlyFlags(sources);
    else refuseStressFlags(sources);
    const invocation = withLines(given);
    refuseStdin(invocation);
    if (flags.watch) {
      const { watchLoop } = await import('../run/watch-loop.js');
      return watchLoop(invocation);
    }
    return withInterruption(invocation.context, async (interruption) => {
      try {
        if (!flags.stress) return await runOnce(invocation, { interruption, isFirst: true });
        const { runStress } = await import('../run/stress/run-stress.js');
        return await runStress(invocation, interruption);
      } catch (error) {
        return exitCodeOfInterruption(error, interruption);
      }
    });
  },
});
