/** A unit as data for another machine, with everything it needs, and back. */
import { fromGraphData, graphData, type GraphData } from '../../primitives/json/graph-data.js';
import { createFileContext } from '../file-context.js';
import { createOwner, type Node } from '../plan/graph.js';
import type { RunOptions } from '../plan/options.js';
import type { Step } from '../plan/plan.js';
import type { RunRequest } from '../plan/run-input.js';
import { makePortable } from '../portable/portable-run.js';
import { settleNodes } from '../portable/settle-secrets.js';
import { portableFileAccess, type PortableFiles } from '../portable/portable-file-access.js';
import { openRun, type Run } from '../run.js';
import type { FinishedDependency } from './finished-dependency.js';
import type { UnitOrder } from './unit-executor.js';
import type { Unit } from './unit.js';

interface UnitData {
  readonly unit: Unit;
  readonly dependencies: readonly FinishedDependency[];
  readonly options: RunOptions;
  readonly process: RunRequest['process'];
  readonly files: PortableFiles;
}

/** Throws ServiceError for a file that is too large. */
export async function writePortableUnit(run: Run, { unit, dependencies }: UnitOrder): Promise<GraphData> {
  const [first] = unit.steps;
  if (!first) throw new RangeError('a unit has at least one request');
  const context = createFileContext(run, first.node.owner);
  for (const { dependency, written } of importsOf(unit, dependencies)) {
    for (const [name, value] of Object.entries(dependency.captures)) {
      context.captures.setForeign(written, dependency.node.request.name, name, value);
    }
  }
  const nodes = unit.steps.map(({ node }) => node);
  const portable = await makePortable({
    nodes,
    options: await settleNodes(run, nodes, () => context.scope),
    process: run.process,
    fileAccess: run.fileAccess,
    scopeOf: () => context.scope,
  });
  const externals = new Map(unit.externals.map((node) => [node, reducedExternal(node)]));
  const nodeOf = (node: Node): Node => portable.nodes.get(node) ?? externals.get(node) ?? node;
  return graphData({
    unit: {
      ...unit,
      steps: unit.steps.map((step) => reducedStep(step, nodeOf)),
      externals: unit.externals.map(nodeOf),
    },
    dependencies: dependencies.map((each) => ({ ...each, node: nodeOf(each.node) })),
    options: portable.options,
    process: portable.process,
    files: portable.files,
  } satisfies UnitData);
}

function* importsOf(
  { steps }: Unit,
  finished: readonly FinishedDependency[],
): Generator<{ readonly written: string; readonly dependency: FinishedDependency }> {
  for (const step of steps) {
    for (const { node, written } of step.dependencies) {
      const dependency = finished.find((each) => each.node === node);
      if (dependency) yield { written, dependency };
    }
  }
}

function reducedStep(step: Step, nodeOf: (node: Node) => Node): Step {
  const dependencies = step.dependencies.map(({ written, node, problem }) => {
    return { written, node: node && nodeOf(node), problem };
  });
  return { ...step, node: nodeOf(step.node), dependencies };
}

/** Of a request that has run already, only its name matters. */
function reducedExternal({ request, owner }: Node): Node {
  const { shown, file } = owner.runnable;
  const empty = { path: file.path, variables: [], requests: [], diagnostics: [], comments: [] };
  const reduced = createOwner({ shown, directory: '', file: empty }, true);
  const named = { ...EMPTY_REQUEST, name: request.name, line: request.line };
  return { owner: reduced, request: named, place: 0, dependencies: [] };
}

const EMPTY_REQUEST: Node['request'] = {
  name: '',
  description: '',
  tags: [],
  method: 'GET',
  url: '',
  headers: [],
  queryParams: [],
  assertions: [],
  captures: [],
  line: 0,
  metadata: {},
  title: '',
  requestLine: 0,
  body: null,
  mock: null,
  db: [],
  shell: [],
  foreign: [],
  comments: [],
  endComments: [],
};

export interface WorkerContext extends Pick<RunRequest, 'signal' | 'connect'> {
  /** The proxies of the machine of the worker. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Opens the run of a unit that was handed to this machine; the caller closes it. Throws for anything else. */
export function openPortableUnit(
  data: GraphData,
  { signal, connect, environment }: WorkerContext,
): { readonly run: Run; readonly order: UnitOrder } {
  const { unit, dependencies, options, process, files } = fromGraphData(data) as UnitData;
  const { proxy } = options;
  const run = openRun({
    files: [],
    options:
      proxy.kind === 'environment'
        ? { ...options, proxy: { kind: 'environment', variables: { ...environment } } }
        : options,
    fileAccess: portableFileAccess(files),
    process,
    signal,
    connect,
  });
  return { run, order: { unit, attempt: 0, rank: 0, dependencies } };
}
