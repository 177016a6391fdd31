/** The server that a mock server passes requests on to, and the file that keeps what came back. */
import { ServiceError } from '../../errors.js';
import type { Upstream } from '../../mock/upstream/upstream.js';
import type { ProxyChoice } from '../../http/connect/proxy.js';
import type { TlsSettings } from '../../http/connect/tls-settings.js';
import { isThisMachine } from '../../record/proxy/local-address.js';
import { MockRecording, type RenderMockFile } from './mock-recording.js';
import { MockUpstream } from './mock-upstream.js';
import { PacedSaving } from './paced-saving.js';
import type { PassThroughNames, PassThroughPlan, RecordedFile } from './plan-pass-through.js';

export interface PassThroughInput {
  readonly address: PassThroughPlan['address'];
  readonly names: PassThroughNames;
  /** Undefined unless what comes back is recorded. */
  readonly file: RecordedFile | undefined;
  readonly proxy: ProxyChoice;
  readonly tls: TlsSettings;
  /** Values that are secret wherever they occur, by the name of their variable. */
  readonly secrets: ReadonlyMap<string, string>;
  /** The mock server sends CORS headers of its own. */
  readonly cors: boolean;
  /** Ports of other servers of this process, which requests must not reach through the mock server. */
  readonly ownPorts?: readonly number[];
  /** Writes the text of the file; in this thread when left out. */
  readonly render?: RenderMockFile;
  readonly onWarning: (message: string) => void;
}

export interface OpenPassThrough {
  readonly upstream: Upstream;
  /** The requests that the file has got so far. */
  readonly recorded: number;
  /** Whether the file has not got everything yet that has ended. */
  readonly isPending: boolean;
  /** Called with the port of the mock server; throws when the other server is this one. */
  readonly attach: (port: number) => Promise<void>;
  /** Ends the connections, and saves what has not been saved yet. */
  readonly close: () => Promise<void>;
}

/** Throws for a configured proxy that cannot be used. */
export function openPassThrough(input: PassThroughInput): OpenPassThrough {
  const { address, names, file, ownPorts = [] } = input;
  const recording = file && openRecording(file, input);
  const upstream = new MockUpstream({ ...input, recorder: recording?.recorder });
  return {
    upstream,
    get recorded() {
      return recording?.recorder.count ?? 0;
    },
    get isPending() {
      return recording?.isPending() ?? false;
    },
    attach: async (port) => {
      upstream.ownPorts = [port, ...ownPorts];
      const { target } = address;
      if (!upstream.ownPorts.includes(target.port) || !(await isThisMachine(target.host))) return;
      const own = target.port === port ? 'this mock server' : 'this server';
      throw new ServiceError('usage', `${names.proxy} must not be ${own}`);
    },
    close: async () => {
      upstream.close();
      await recording?.close();
    },
  };
}

interface OpenRecording {
  readonly recorder: MockRecording;
  readonly isPending: () => boolean;
  readonly close: () => Promise<void>;
}

function openRecording({ earlier, save }: RecordedFile, input: PassThroughInput): OpenRecording {
  const saving = new PacedSaving(async () => save(await recorder.text()), input.onWarning);
  const recorder: MockRecording = new MockRecording({ ...input, earlier, onChange: () => saving.note() });
  const close = async (): Promise<void> => {
    await recorder.settled();
    await saving.close();
  };
  return { recorder, isPending: () => recorder.isBusy || saving.isPending, close };
}
