/** The program that keeps saved pages, and how it is called (mcp.md 8.2). */
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ByteBuffer } from '../../primitives/byte-buffer.js';
import { ToolFailure } from '../protocol/tool-failure.js';
import type { McpLog } from '../protocol/log.js';

export interface ArtifactTool {
  /** Absolute. */
  readonly path: string;
  readonly stashDir: string | undefined;
  /** What it is given of the environment of the server. */
  readonly environment: Readonly<Record<string, string>>;
  readonly log: McpLog;
  /** Ends a whole group of processes; one that has ended is no failure. */
  readonly killGroup: (id: number, signal: 'SIGTERM' | 'SIGKILL') => void;
  readonly limits?: Partial<ArtifactLimits>;
}

export interface ArtifactLimits {
  readonly timeout: number;
  readonly killAfter: number;
}

export interface SaveOrder {
  readonly markdown: string;
  readonly name: string;
  readonly tags: readonly string[];
  /** Sanitised. */
  readonly source: string;
  readonly ttl: string | undefined;
  readonly index: boolean;
}

const LIMITS: ArtifactLimits = { timeout: 60_000, killAfter: 2000 };
const MOST_OUTPUT = 1024 * 1024;
const MOST_NOTES = 16 * 1024;
export const CAPTURE_PREFIX = 'svc-capture-';

/** The answer of the tool, which is any JSON object with an id. */
export async function saveArtifact(
  tool: ArtifactTool,
  order: SaveOrder,
  signal: AbortSignal,
): Promise<Readonly<Record<string, unknown>>> {
  const operation = crypto.randomUUID();
  let folder: string | undefined;
  try {
    folder = await writeContent(order.markdown);
    return readAnswer(
      await runTool(tool, folder, argumentsOf(tool, folder, order), operation, signal),
      operation,
      tool,
    );
  } finally {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }
}

async function writeContent(markdown: string): Promise<string> {
  let folder: string | undefined;
  try {
    folder = await mkdtemp(join(tmpdir(), CAPTURE_PREFIX));
    await mkdir(join(folder, 'content'), 0o700);
    await writeFile(join(folder, 'content', 'response.md'), markdown, { mode: 0o600, flag: 'wx' });
    return folder;
  } catch {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    throw notStarted();
  }
}

function notStarted(): ToolFailure {
  return new ToolFailure('artifact_failed', 'the artifact tool could not be started; nothing was saved');
}

function argumentsOf({ stashDir }: ArtifactTool, folder: string, order: SaveOrder): string[] {
  return [
    '--json',
    '--no-color',
    ...(stashDir === undefined ? [] : ['--stash-dir', stashDir]),
    'save',
    join(folder, 'content'),
    '--name',
    order.name,
    '--tool',
    'svc',
    '--no-compress',
    ...order.tags.flatMap((tag) => ['--tag', tag]),
    '--source',
    order.source,
    ...(order.ttl === undefined ? [] : ['--ttl', order.ttl]),
    ...(order.index ? ['--index'] : []),
  ];
}

interface ToolEnd {
  readonly output: string;
  readonly notes: string;
  readonly exit: string;
  /** It said all that it wanted to say. */
  readonly isWhole: boolean;
}

function runTool(
  { path, environment, limits, killGroup }: ArtifactTool,
  folder: string,
  args: readonly string[],
  operation: string,
  signal: AbortSignal,
): Promise<ToolEnd> {
  const { timeout, killAfter } = { ...LIMITS, ...limits };
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason as Error);
      return;
    }
    const child = spawn(path, args, {
      cwd: folder,
      env: { ...environment, SVC_ARTIFACT_OPERATION_ID: operation },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const output = gathered(child.stdout, MOST_OUTPUT, () => end());
    const notes = gathered(child.stderr, MOST_NOTES, () => {});
    let isWhole = true;
    let killer: NodeJS.Timeout | undefined;
    const kill = (name: 'SIGTERM' | 'SIGKILL'): void => {
      if (child.pid !== undefined) killGroup(child.pid, name);
    };
    const end = (): void => {
      isWhole = false;
      kill('SIGTERM');
      killer ??= setTimeout(kill, killAfter, 'SIGKILL');
    };
    const timer = setTimeout(end, timeout);
    signal.addEventListener('abort', end, { once: true });
    const settle = (): void => {
      clearTimeout(timer);
      clearTimeout(killer);
      signal.removeEventListener('abort', end);
    };
    child.once('error', () => {
      settle();
      reject(notStarted());
    });
    child.once('close', (code, ending) => {
      settle();
      // Whatever it left running in its group ends with it.
      kill('SIGKILL');
      resolve({ output: output(), notes: notes(), exit: String(code ?? ending), isWhole });
    });
  });
}

function gathered(stream: NodeJS.ReadableStream, most: number, onOverrun: () => void): () => string {
  const start = new ByteBuffer(most);
  let size = 0;
  stream.on('data', (chunk: Buffer) => {
    start.fill(chunk);
    size += chunk.length;
    if (size > most) onOverrun();
  });
  return () => start.text();
}

function readAnswer(
  end: ToolEnd,
  operation: string,
  { log }: ArtifactTool,
): Readonly<Record<string, unknown>> {
  const answer = end.isWhole ? parsed(end.output) : undefined;
  if (answer !== undefined) return answer;
  log('error', 'capture_unknown', { operation_id: operation, exit: end.exit, stderr: end.notes });
  throw new ToolFailure(
    'artifact_outcome_unknown',
    `the save may or may not have happened (operation ${operation}, exit ${end.exit}); check the store before retrying`,
    { operation_id: operation },
  );
}

function parsed(output: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const answer = JSON.parse(output) as unknown;
    const isStored =
      typeof answer === 'object' && answer !== null && 'id' in answer && typeof answer.id === 'string';
    return isStored && answer.id !== '' ? answer : undefined;
  } catch {
    return undefined;
  }
}
