/** The hosts that the requests of a task name before anything is sent. */
import { needsPerson } from '../../http/auth/build-auth.js';
import { AllowedHosts } from '../../http/connect/allowed-hosts.js';
import { readTarget, endOfAuthority, type Target } from '../../http/message/target.js';
import type { Scope } from '../../evaluation/variables/scope.js';
import type { Request } from '../../request-file/model/model.js';
import { createFileContext } from '../../runner/file-context.js';
import type { Owner } from '../../runner/plan/graph.js';
import { portableFileAccess } from '../../runner/portable/portable-file-access.js';
import { tokenIds } from '../../runner/prepare/token-ids.js';
import { urlOnHost } from '../../runner/prepare/prepare-request.js';
import { openRun } from '../../runner/run.js';
import type { CommonLoadTask } from '../load-threads.js';
import { seedValues } from '../plan/setup-state.js';

/** The first host that is not allowed; those that only show while the load runs are judged when they are connected to. */
export async function findForbiddenHost(
  task: CommonLoadTask,
  allowedHosts: readonly string[],
): Promise<string | undefined> {
  const allowed = new AllowedHosts(allowedHosts);
  for (const target of fixedTargets(task)) if (await allowed.isForbidden(target)) return target.host;
  return undefined;
}

function fixedTargets({ options, process, definitions, setupState }: CommonLoadTask): readonly Target[] {
  const run = openRun({
    files: [],
    options,
    process,
    fileAccess: portableFileAccess({ contents: [] }),
    signal: new AbortController().signal,
  });
  try {
    const targets = new Map<string, Target>();
    for (const { node } of definitions) {
      const file = createFileContext(run, node.owner);
      const state = setupState.get(node.owner);
      if (state) seedValues(state, file);
      for (const url of [
        ...fixedUrls(node.request, file.scope),
        ...tokenUrls(node.request, node.owner, file.scope),
      ]) {
        const target = targetOf(url);
        if (target) targets.set(target.origin, target);
      }
    }
    return [...targets.values()];
  } finally {
    run.close();
  }
}

function fixedUrls({ url, headers, metadata }: Request, scope: Scope): readonly string[] {
  const text = scope.settledText(url) ?? prefixOf(url, scope);
  const host = headers.find(({ key }) => key.toLowerCase() === 'host');
  const named = host && scope.settledText(host.value);
  const whole = text.startsWith('/') ? (named === undefined ? '' : urlOnHost(named, text)) : text;
  const token = metadata.auth?.type.startsWith('oauth2_')
    ? metadata.auth.params[needsPerson(metadata.auth) ? 1 : 0]
    : undefined;
  const tokenUrl = token === undefined ? undefined : scope.settledText(token);
  return tokenUrl === undefined ? [whole] : [whole, tokenUrl];
}

/** Where tokens come from that an environment file of another client describes. */
function tokenUrls(request: Request, owner: Owner, scope: Scope): readonly string[] {
  return [...tokenIds(request, owner)].flatMap((id) => {
    const written = owner.runnable.client?.auth[id]?.['Token URL'];
    const url = typeof written === 'string' ? scope.settledText(written) : undefined;
    return url === undefined ? [] : [url];
  });
}

/** The host is known as soon as everything before the path is. */
function prefixOf(url: string, scope: Scope): string {
  const end = url.indexOf('/', url.indexOf('://') + 3);
  const slash = url.startsWith('{{') ? url.indexOf('/', url.indexOf('}}')) : end;
  return slash < 0 ? '' : (scope.settledText(url.slice(0, slash)) ?? '');
}

/** Undefined for what cannot be sent at all. */
function targetOf(url: string): Target | undefined {
  try {
    return readTarget(url.slice(0, endOfAuthority(url)));
  } catch {
    return undefined;
  }
}
