/** The task of load threads as data for another machine, and back. */
import { orderTooLarge } from '../../queue/order.js';
import { MAX_ORDER_BYTES } from '../../queue/settings/limits.js';
import { fromGraphData, graphData, type GraphData } from '../../primitives/json/graph-data.js';
import { createFileContext, type FileContext } from '../../runner/file-context.js';
import { getOrAdd } from '../../primitives/get-or-add.js';
import type { Node, Owner } from '../../runner/plan/graph.js';
import { openRun } from '../../runner/run.js';
import { makePortable, type PortableRun } from '../../runner/portable/portable-run.js';
import { workspaceFileAccess } from '../../runner/workspace-file-access.js';
import type { UnpreparedTask } from '../worker-messages.js';
import type { CommonLoadTask } from '../load-threads.js';
import { seedValues, type SetupState } from '../plan/setup-state.js';

type SetUpTask = Pick<CommonLoadTask, 'options' | 'fileAccess' | 'process' | 'setupState'>;

/** Plain JSON values and bytes. */
export type PortableTask = GraphData;

/** Throws ServiceError when the files and responses are too large. */
export async function writePortableTask(task: CommonLoadTask): Promise<PortableTask> {
  const { definitions, chains } = task;
  const { portable, state } = await makeNodesPortable(task, nodesOf(task));
  const nodeOf = (node: Node): Node => portable.nodes.get(node) ?? node;
  const data = graphData({
    ...task,
    options: portable.options,
    process: portable.process,
    fileAccess: portable.files,
    definitions: definitions.map(({ node, name }) => ({ node: nodeOf(node), name })),
    chains: chains.map(({ node, steps }) => ({ node: nodeOf(node), steps })),
    setupState: state,
  } satisfies CommonLoadTask);
  const bytes = sizeOf(data);
  if (bytes <= MAX_ORDER_BYTES) return data;
  throw orderTooLarge(bytes);
}

/** Throws ServiceError when the files alone are too large; what the setup leaves is not there yet. */
export async function checkFiles(task: UnpreparedTask): Promise<void> {
  const { portable } = await makeNodesPortable({ ...task, setupState: new Map() }, nodesOf(task));
  const bytes = portable.files.contents.reduce((sum, { content }) => sum + content.length, 0);
  if (bytes > MAX_ORDER_BYTES) throw orderTooLarge(bytes);
}

function nodesOf({ definitions, chains }: UnpreparedTask): readonly Node[] {
  return [...new Set([...definitions, ...chains].map(({ node }) => node))];
}

/** Other requests of the same test, with what setup left for their files. */
export async function makeNodesPortable(
  task: SetUpTask,
  nodes: readonly Node[],
): Promise<{ readonly portable: PortableRun; readonly state: SetupState }> {
  const { options, process, setupState } = task;
  const portable = await withContexts(task, (fileOf, fileAccess) =>
    makePortable({ nodes, options, process, fileAccess, scopeOf: (owner) => fileOf(owner).scope }),
  );
  return { portable, state: portableState(setupState, portable.owners) };
}

/** `environment` holds the proxies of this machine. Throws for what `writePortableTask` does not write. */
export function readPortableTask(
  data: PortableTask,
  environment: Readonly<Record<string, string | undefined>>,
): CommonLoadTask {
  const task = fromGraphData(data) as CommonLoadTask;
  const { proxy } = task.options;
  if (proxy.kind !== 'environment') return task;
  return {
    ...task,
    options: { ...task.options, proxy: { kind: 'environment', variables: { ...environment } } },
  };
}

async function withContexts<T>(
  { options, process, fileAccess: place, setupState }: SetUpTask,
  use: (
    fileOf: (owner: Owner) => FileContext,
    fileAccess: ReturnType<typeof workspaceFileAccess>,
  ) => Promise<T>,
): Promise<T> {
  if (!('root' in place)) throw new Error('the task is portable already');
  const fileAccess = workspaceFileAccess(place);
  const run = openRun({ files: [], options, fileAccess, process, signal: new AbortController().signal });
  const files = new Map<Owner, FileContext>();
  const fileOf = (owner: Owner): FileContext =>
    getOrAdd(files, owner, () => {
      const file = createFileContext(run, owner);
      const state = setupState.get(owner);
      if (state) seedValues(state, file);
      return file;
    });
  try {
    return await use(fileOf, fileAccess);
  } finally {
    run.close();
  }
}

function portableState(state: SetupState, owners: ReadonlyMap<Owner, Owner>): SetupState {
  return new Map(
    [...state].flatMap(([owner, own]) => {
      const reduced = owners.get(owner);
      return reduced ? [[reduced, own] as const] : [];
    }),
  );
}

function sizeOf(data: PortableTask): number {
  return data.reduce(
    (sum, item) => sum + (item instanceof Uint8Array ? item.length : Buffer.byteLength(JSON.stringify(item))),
    0,
  );
}
