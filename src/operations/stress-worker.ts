/** Entry of the thread that directs a load test on large files: planning and handing them out blocks nobody else. */
import { parentPort, workerData } from 'node:worker_threads';
import { knownSecrets } from '../runner/run.js';
import type { RunnableFile } from '../runner/run-input.js';
import { createConfiguration } from './configuration.js';
import { prepareStress } from './prepare-stress.js';
import { redactedResult } from './stress-control.js';
import { loadStressFiles } from './stress-files.js';
import type { FromDirector, StressSetup, ToDirector } from './stress-messages.js';
import { sentFailure } from './thread-failure.js';
import { createWorkspaceFiles } from './workspace-files.js';

const INTERVAL = 100;
const stop = new AbortController();
const giveUp = new AbortController();

parentPort?.on('message', (word: ToDirector) => (word === 'stop' ? stop : giveUp).abort());
void direct(workerData as StressSetup);

async function direct(setup: StressSetup): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  try {
    const files = await loaded(setup);
    const cpu = new Float64Array(setup.cpuTime);
    const cpuTime = (): number => cpu[0] ?? 0;
    const secrets = knownSecrets(setup.settings.options, files);
    const test = await prepareStress({ ...setup, files, cpuTime, secrets }, stop.signal, giveUp.signal);
    say({ prepared: test.update });
    timer = setInterval(() => say({ update: test.update }), INTERVAL);
    const result = await test.run();
    say({ result: redactedResult(result, secrets), last: test.update });
  } catch (error) {
    say(sentFailure(error));
  } finally {
    clearInterval(timer);
  }
}

async function loaded({ paths, settings: { root } }: StressSetup): Promise<readonly RunnableFile[]> {
  const log = (): void => undefined;
  const files = await createWorkspaceFiles({
    options: { root, watch: false, log },
    configuration: createConfiguration({ root, config: undefined, log }),
    activeEnvironment: () => '',
    onChange: log,
  });
  return loadStressFiles(paths, files);
}

function say(message: FromDirector): void {
  parentPort?.postMessage(message, []);
}
