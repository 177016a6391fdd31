/** `svc mock --proxy`: where requests without a route go, and the file of `--record`. */
import { ServiceError } from '../../errors.js';
import type { LoadedMock } from '../../operations/mocks/load-mock.js';
import { openPassThrough, type OpenPassThrough } from '../../operations/mocks/open-pass-through.js';
import {
  planPassThrough,
  servedRecording,
  type PassThroughNames,
  type PassThroughPlan,
  type RecordedFile,
} from '../../operations/mocks/plan-pass-through.js';
import { openRecordedOutput } from '../../operations/mocks/recorded-output.js';
import { toRecordSettings } from '../../operations/recordings/record-settings.js';
import { formatCount } from '../../primitives/text/output-text.js';
import { resolveOutput } from '../command/named-output.js';
import type { MockInvocation } from './load-watched-mock.js';

const NAMES: PassThroughNames = { proxy: '--proxy', record: '--record' };

export interface ProxyPlan {
  readonly address: PassThroughPlan['address'];
  /** What is loaded and served: a recording that exists already is one of the files. */
  readonly invocation: MockInvocation;
  readonly file: RecordedFile | undefined;
}

/** Undefined without `--proxy`; refuses invalid combinations of flags before anything is loaded. */
export async function planProxy(invocation: MockInvocation): Promise<ProxyPlan | undefined> {
  const { flags, positionals } = invocation;
  const plan = planPassThrough(flags, NAMES);
  if (plan === undefined) return undefined;
  const { address, record } = plan;
  // For other commands the same flag names an HTTP proxy.
  const served = { ...invocation, flags: { ...flags, proxy: undefined } };
  if (record === undefined) return { address, invocation: served, file: undefined };
  if (flags.watch) throw new ServiceError('usage', '--record and --watch exclude each other');
  const file = await openRecordedOutput(await resolveOutput(record, invocation), NAMES);
  const { files, strictMatch } = servedRecording(positionals, flags['strict-match'], file);
  const recordFlags = { ...served.flags, 'strict-match': strictMatch };
  return { address, invocation: { ...served, flags: recordFlags, positionals: files }, file };
}

export function openProxy(
  { address, invocation, file }: ProxyPlan,
  { options }: LoadedMock,
): Omit<OpenPassThrough, 'recorded' | 'isPending'> {
  const { terminal, flags } = invocation;
  const opened = openPassThrough({
    ...toRecordSettings(options),
    address,
    names: NAMES,
    file,
    cors: flags.cors,
    onWarning: (message) => void terminal.warning(message),
  });
  const close = async (): Promise<void> => {
    await opened.close();
    if (file) await terminal.note(`${formatCount(opened.recorded, 'request')} recorded in ${file.shown}`);
  };
  return { upstream: opened.upstream, attach: opened.attach, close };
}
