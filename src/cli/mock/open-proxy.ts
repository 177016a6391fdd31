/** `svc mock --proxy`: where requests without a route go, and the file of `--record`. */
import { ServiceError } from '../../errors.js';
import type { RunningMock } from '../../mock/mock-server.js';
import type { LoadedMock } from '../../operations/mocks/load-mock.js';
import { MockRecording } from '../../operations/mocks/mock-recording.js';
import { MockUpstream } from '../../operations/mocks/mock-upstream.js';
import { toRecordSettings } from '../../operations/recordings/record-settings.js';
import { formatCount } from '../../primitives/text/output-text.js';
import { isMockFile } from '../../record/export/to-mock-file.js';
import { isThisMachine } from '../../record/proxy/local-address.js';
import { readTargetAddress, TARGET_RULE, type TargetAddress } from '../../record/proxy/target-address.js';
import { checkOutput, writeOutput } from '../../workspace/output/write-output.js';
import { resolveOutput } from '../command/named-output.js';
import type { MockInvocation } from './load-watched-mock.js';
import { PacedSaving } from './paced-saving.js';
import { readIfThere } from './read-if-there.js';

export interface ProxyPlan {
  readonly address: TargetAddress;
  /** What is loaded and served: a recording that exists already is one of the files. */
  readonly invocation: MockInvocation;
  readonly record: RecordPlan | undefined;
}

interface RecordPlan {
  readonly shown: string;
  /** The text of an earlier recording. */
  readonly earlier: string | undefined;
}

/** Undefined without `--proxy`; refuses invalid combinations of flags before anything is loaded. */
export async function planProxy(invocation: MockInvocation): Promise<ProxyPlan | undefined> {
  const { flags, positionals } = invocation;
  const { proxy: url, record: shown, watch } = flags;
  if (url === undefined) {
    if (shown === undefined) return undefined;
    throw new ServiceError('usage', '--record needs --proxy, the URL of the server that is recorded');
  }
  const address = readTargetAddress(url);
  // The URL may contain a password, so the message does not repeat it.
  if (address === undefined) throw new ServiceError('usage', `--proxy must be ${TARGET_RULE}`);
  // For other commands the same flag names an HTTP proxy.
  const served = { ...invocation, flags: { ...flags, proxy: undefined } };
  if (shown === undefined) return { address, invocation: served, record: undefined };
  if (watch) throw new ServiceError('usage', '--record and --watch exclude each other');
  if (!/\.(?:http|rest|spec)$/i.test(shown))
    throw new ServiceError('usage', '--record must name a request file (.http, .rest or .spec)');
  const earlier = await readRecorded(shown, invocation);
  // Else a route would respond to what its request was not recorded with.
  const recordFlags = { ...served.flags, 'strict-match': true };
  const paths = earlier === undefined ? positionals : [...positionals, shown];
  const recording = { ...served, flags: recordFlags, positionals: paths };
  return { address, invocation: recording, record: { shown, earlier } };
}

async function readRecorded(shown: string, invocation: MockInvocation): Promise<string | undefined> {
  await checkOutput(await resolveOutput(shown, invocation));
  const text = await readIfThere(shown, invocation.context.cwd);
  if (text === undefined || isMockFile(text)) return text;
  throw new ServiceError('input', `${shown} exists already and is no recording of svc mock`, {
    hint: 'name another file with --record, or remove this one',
  });
}

export interface OpenProxy {
  readonly upstream: MockUpstream;
  /** Throws when the other server is this one. */
  readonly attach: (mock: RunningMock) => Promise<void>;
  /** Ends the connections, and saves what has not been saved yet. */
  readonly close: () => Promise<void>;
}

export async function openProxy(
  { address, invocation, record }: ProxyPlan,
  { options }: LoadedMock,
): Promise<OpenProxy> {
  const { proxy, tls, secrets } = toRecordSettings(options);
  const recording = record && (await openRecording(record, address, invocation, secrets));
  const upstream = new MockUpstream({ address, proxy, tls, recorder: recording?.recorder });
  return {
    upstream,
    attach: async ({ port }) => {
      upstream.ownPort = port;
      const { target } = address;
      if (target.port === port && (await isThisMachine(target.host)))
        throw new ServiceError('usage', '--proxy must not be this mock server');
    },
    close: async () => {
      upstream.close();
      await recording?.close();
    },
  };
}

interface OpenRecording {
  readonly recorder: MockRecording;
  readonly close: () => Promise<void>;
}

async function openRecording(
  { shown, earlier }: RecordPlan,
  address: TargetAddress,
  invocation: MockInvocation,
  secrets: ReadonlyMap<string, string>,
): Promise<OpenRecording> {
  const { terminal, flags } = invocation;
  const file = await resolveOutput(shown, invocation);
  const onWarning = (message: string): void => void terminal.warning(message);
  const save = async (): Promise<void> => writeOutput(file, await recorder.text(), { private: true });
  const saving = new PacedSaving(save, onWarning);
  const onChange = (): void => saving.note();
  const recorder: MockRecording = new MockRecording({
    address,
    secrets,
    earlier,
    onChange,
    onWarning,
    cors: flags.cors,
  });
  const close = async (): Promise<void> => {
    await recorder.settled();
    await saving.close();
    await terminal.note(`${formatCount(recorder.count, 'request')} recorded in ${shown}`);
  };
  return { recorder, close };
}
