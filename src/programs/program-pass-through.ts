/** Where the mock server of a program passes requests on to, and the file that keeps what comes back. */
import { dirname, resolve } from 'node:path';
import type { LoadedMock } from '../operations/mocks/load-mock.js';
import { openPassThrough, type OpenPassThrough } from '../operations/mocks/open-pass-through.js';
import {
  planPassThrough,
  type PassThroughNames,
  type PassThroughPlan,
  type RecordedFile,
} from '../operations/mocks/plan-pass-through.js';
import { openRecordedOutput } from '../operations/mocks/recorded-output.js';
import { toRecordSettings } from '../operations/recordings/record-settings.js';
import { findConfig } from '../workspace/config/config-search.js';
import { workspaceFolders } from '../workspace/output/output-file.js';
import type { MockOptions } from './mock-types.js';
import type { ProgramWorkspace } from './program-settings.js';

const NAMES: PassThroughNames = { proxy: 'the option proxy', record: 'the option record' };

export interface ProgramPassThrough {
  readonly address: PassThroughPlan['address'];
  readonly file: RecordedFile | undefined;
}

/** Undefined without the option `proxy`. */
export async function planProgramPassThrough(
  paths: readonly string[],
  options: Pick<MockOptions, 'proxy' | 'record'>,
  { cwd, config }: ProgramWorkspace,
): Promise<ProgramPassThrough | undefined> {
  const plan = planPassThrough(options, NAMES);
  if (plan === undefined) return undefined;
  const { address, record } = plan;
  if (record === undefined) return { address, file: undefined };
  const found = config === false ? undefined : await findConfig({ named: config, cwd, firstPath: paths[0] });
  const configDirectory = found && dirname(found.absolute);
  const folders = workspaceFolders({ cwd, paths, configDirectory });
  const file = await openRecordedOutput({ absolute: resolve(cwd, record), shown: record, folders }, NAMES);
  return { address, file };
}

export function openProgramPassThrough(
  { address, file }: ProgramPassThrough,
  { options }: LoadedMock,
  onWarning: (message: string) => void,
): OpenPassThrough {
  return openPassThrough({
    ...toRecordSettings(options),
    address,
    names: NAMES,
    file,
    cors: false,
    onWarning,
  });
}
