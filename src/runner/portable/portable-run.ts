/**
 * What a run needs on another machine, as data: the requests, the values of the variables they name, and the contents
 * of the files they name. Neither other requests and values nor the process environment become part of it.
 */
import type { ClientValues } from '../../evaluation/variables/client-values.js';
import type { Scope } from '../../evaluation/variables/scope.js';
import { needsPerson, personGrant } from '../../http/auth/build-auth.js';
import { givenNames } from '../../request-file/model/all-checks.js';
import { authOf } from '../../request-file/model/client-directives.js';
import { interpolatedTexts } from '../../request-file/model/references.js';
import type { Request } from '../../request-file/model/model.js';
import { getOrAdd } from '../../primitives/get-or-add.js';
import { addNode, createOwner, type DraftOwner, type Node, type Owner } from '../plan/graph.js';
import { environmentOf } from '../plan/file-environment.js';
import { SELECT_ALL, type RunOptions } from '../plan/options.js';
import type { FileAccess, RunRequest, RunnableFile } from '../plan/run-input.js';
import { tokenIds } from '../prepare/token-ids.js';
import { NamedFiles } from './named-files.js';
import { NamedValues, pickNamed } from './named-values.js';
import type { PortableFiles } from './portable-file-access.js';

export interface PortableInput extends Pick<RunRequest, 'options' | 'process'> {
  readonly nodes: readonly Node[];
  readonly fileAccess: FileAccess;
  /** The variables of a file, with what earlier requests left. */
  readonly scopeOf: (owner: Owner) => Scope;
}

export interface PortableRun extends Pick<RunRequest, 'options' | 'process'> {
  /** The given nodes and their files, as what replaces them. */
  readonly nodes: ReadonlyMap<Node, Node>;
  readonly owners: ReadonlyMap<Owner, Owner>;
  readonly files: PortableFiles;
}

/** Throws ServiceError for a file that is too large. */
export async function makePortable(input: PortableInput): Promise<PortableRun> {
  const { nodes, options, process } = input;
  const files = new NamedFiles(input.fileAccess);
  const byOwner = new Map<Owner, Node[]>();
  for (const node of nodes) getOrAdd(byOwner, node.owner, () => []).push(node);
  const all = new Set<string>();
  const owners = new Map<Owner, DraftOwner>();
  const directories = new Map<string, string>();
  for (const [owner, own] of byOwner) {
    const names = await findNames(input, owner, own, files);
    for (const name of names) all.add(name);
    // Where the files lie on this machine is nobody else's business.
    const directory = getOrAdd(directories, owner.runnable.directory, () => `directory ${directories.size}`);
    owners.set(owner, createOwner(reducedFile(owner.runnable, own, names, directory), owner.isExternal));
  }
  return {
    nodes: reducedNodes(nodes, owners),
    owners,
    options: reducedOptions(options, all, nodes),
    process: pickNamed(process, all),
    files: {
      contents: files.list.map((file) => ({
        ...file,
        directory: directories.get(file.directory) ?? file.directory,
      })),
    },
  };
}

/** The names in the requests of one file, with those in files whose placeholders are replaced. */
async function findNames(
  { options, scopeOf }: PortableInput,
  owner: Owner,
  nodes: readonly Node[],
  files: NamedFiles,
): Promise<ReadonlySet<string>> {
  const { file, directory } = owner.runnable;
  const scope = scopeOf(owner);
  const values = new NamedValues({
    variables: file.variables,
    environment: { ...owner.runnable.client?.shared, ...environmentOf(owner.runnable, options) },
    settledText: (template) => scope.settledText(template),
  });
  for (const header of Object.values(options.headers)) values.addText(header);
  for (const { request } of nodes) {
    for (const text of interpolatedTexts(request)) values.addText(text);
    if (request.body?.contentType === 'file') values.addText(request.body.path);
    await files.addRequest(request, directory, scope, (text) => values.addText(text));
    const carried = await carriedNameOf(request, scope);
    if (carried !== undefined) values.names.add(carried);
    for (const id of tokenIds(request, owner)) {
      for (const field of Object.values(owner.runnable.client?.auth[id] ?? {}))
        if (typeof field === 'string') values.addText(field);
    }
  }
  return values.names;
}

/** The environment variable with the token of a sign-in, because nobody can be asked on the other machine. */
async function carriedNameOf(request: Request, scope: Scope): Promise<string | undefined> {
  const auth = authOf(request);
  if (!auth || !needsPerson(auth)) return undefined;
  const params = auth.params.map((parameter) => scope.settledText(parameter) ?? '');
  const { carriedName } = await import('../../http/auth/person-token.js');
  return carriedName(personGrant({ type: auth.type, params }));
}

function reducedFile(
  runnable: RunnableFile,
  nodes: readonly Node[],
  names: ReadonlySet<string>,
  directory: string,
): RunnableFile {
  const { file, shown, client } = runnable;
  return {
    shown,
    directory,
    ...(client && { client: reducedClient(client, names, tokensOf(nodes)) }),
    file: {
      path: file.path,
      variables: file.variables.filter(({ name }) => names.has(name)),
      requests: nodes.map(({ request }) => reducedRequest(request)),
      diagnostics: [],
      comments: [],
    },
  };
}

function tokensOf(nodes: readonly Node[]): ReadonlySet<string> {
  return new Set(nodes.flatMap(({ request, owner }) => [...tokenIds(request, owner)]));
}

/** Only what the requests name; tokens are fetched by whoever sends the requests. */
function reducedClient(
  client: ClientValues,
  names: ReadonlySet<string>,
  tokens: ReadonlySet<string>,
): ClientValues {
  const { environment, shared, secretNames, stores, auth, dotenvNear } = client;
  return {
    environment: pickNamed(environment, names),
    shared: pickNamed(shared, names),
    secretNames: secretNames.filter((name) => names.has(name)),
    stores: pickNamed(stores, names),
    auth: pickNamed(auth, tokens),
    ...(dotenvNear && { dotenvNear: pickNamed(dotenvNear, names) }),
  };
}

/** What is written beside a request is not sent. */
function reducedRequest(request: Request): Request {
  const { layout: _layout, ...sent } = request;
  return { ...sent, description: '', comments: [], endComments: [], foreign: [], mock: null };
}

/** Dependencies are left out: whoever sends the requests knows their order. */
function reducedNodes(
  nodes: readonly Node[],
  owners: ReadonlyMap<Owner, DraftOwner>,
): ReadonlyMap<Node, Node> {
  const reduced = new Map<Node, Node>();
  const places = new Map<DraftOwner, number>();
  for (const node of nodes) {
    const owner = owners.get(node.owner);
    if (!owner) continue;
    const place = places.get(owner) ?? 0;
    places.set(owner, place + 1);
    const added = addNode(owner, place);
    if (added) reduced.set(node, added);
  }
  return reduced;
}

function reducedOptions(
  { secretCommands: _commands, ...options }: RunOptions,
  names: ReadonlySet<string>,
  nodes: readonly Node[],
): RunOptions {
  const environment = pickNamed(options.environment, names);
  const texts = {
    dotenv: pickNamed(options.dotenv, names),
    operatorVariables: pickNamed(options.operatorVariables, names),
    overrides: pickNamed(options.overrides, names),
  };
  const kept = JSON.stringify([environment, texts]);
  const captured = new Set(
    nodes.flatMap(({ request }) => givenNames(request).flatMap((name) => [name, `${request.name}.${name}`])),
  );
  return {
    ...options,
    environment,
    ...texts,
    secretNames: options.secretNames.filter((name) => names.has(name) || captured.has(name)),
    secretValues: options.secretValues.filter((value) => kept.includes(JSON.stringify(value).slice(1, -1))),
    // Each machine knows the proxies of its own network.
    proxy: options.proxy.kind === 'environment' ? { kind: 'environment', variables: {} } : options.proxy,
    selection: SELECT_ALL,
    allowShell: false,
    allowDb: false,
    allowSecretCommands: false,
    ...(options.settledSecrets && { settledSecrets: pickNamed(options.settledSecrets, names) }),
    updateSnapshots: false,
  };
}
