import { defineCommand } from '../command/command.js';
import { EXIT, type ExitCode } from '../process/exit-code.js';
import { PATHS, RUN_PATHS } from '../command/request-paths.js';
import { exitCodeOfInterruption, withInterruption, type Interruption } from '../command/interruption.js';
import { withLines } from '../command/line-arguments.js';
import { runStress } from '../run/stress/run-stress.js';
import { RUN_ONLY_FLAGS, type StressInvocation } from '../run/stress/check-stress-flags.js';
import { DISTRIBUTION_FLAGS } from '../flags/distribution-flags.js';
import { RUN_FLAGS } from '../flags/run-flags.js';
import { STRESS_FLAGS } from '../flags/stress-flags.js';

type Refused = (typeof RUN_ONLY_FLAGS)[number];

const ALLOWED = Object.fromEntries(
  Object.entries(RUN_FLAGS).filter(([name]) => !(RUN_ONLY_FLAGS as readonly string[]).includes(name)),
) as Omit<typeof RUN_FLAGS, Refused>;

export const stress = defineCommand({
  arguments: [{ ...PATHS, meaning: RUN_PATHS, required: true, unlessFlag: 'collect' }],
  flags: { ...STRESS_FLAGS, ...DISTRIBUTION_FLAGS, ...ALLOWED },
  examples: [
    'svc stress -r 50 -d 1m orders.http',
    'svc stress --vus 20 --think-time 500ms --ramp-up 10s -d 5m tests/',
    "svc stress -r 200 --threshold 'p95<200ms, errors<0.1%' --require-valid -o json orders.http",
    'svc stress -r 30000 --queue redis://10.0.0.5:6379 --workers 4 shop.http',
    'svc stress --profile evening --metrics-port 9464 orders.http',
  ],
  exitCodes: [
    [EXIT.ok, 'the test ran and no threshold was exceeded'],
    [EXIT.failed, 'a threshold was exceeded, the test failed, or --require-valid found it invalid'],
    [EXIT.requestFile, 'a request file is missing, has errors or holds a request that svc cannot run'],
    [EXIT.input, 'another file is missing or has errors, a file cannot be written, or the port is taken'],
    [EXIT.network, 'the test failed because of the network alone: no request got a response'],
    [130, 'ended by SIGINT; 143 by SIGTERM'],
  ],
  run(invocation) {
    const refused = Object.fromEntries(RUN_ONLY_FLAGS.map((name) => [name, RUN_FLAGS[name].initial]));
    const flags = { ...(refused as RefusedValues), ...invocation.flags };
    return withInterruption(invocation.context, (interruption) =>
      runOrCollect(withLines({ ...invocation, flags }), interruption).catch((error: unknown) =>
        exitCodeOfInterruption(error, interruption),
      ),
    );
  },
});

async function runOrCollect(invocation: StressInvocation, interruption: Interruption): Promise<ExitCode> {
  const { collect } = invocation.flags;
  if (collect === undefined) return runStress(invocation, interruption);
  const { collectStress } = await import('../run/stress/collect-stress.js');
  return collectStress(invocation, collect, interruption);
}

type RefusedValues = { readonly [Name in Refused]: (typeof RUN_FLAGS)[Name]['initial'] };
