/** What a request may see of others: in a parallel run it sees captures of its dependencies only. */
import { givenNames } from '../../request-file/model/all-checks.js';
import type { Request } from '../../request-file/model/model.js';
import type { Node, Owner } from './graph.js';

/** The keys of visible captures: its own, and those of transitive dependencies; external ones as `@depends` names them. */
export function findVisibleRequests(node: Node, captureId: string): ReadonlySet<string> {
  const visible = new Set([captureId]);
  const seen = new Set([node]);
  for (const { owner, dependencies } of seen) {
    for (const { node: dependency, written } of dependencies) {
      if (!dependency) continue;
      if (dependency.owner !== owner) visible.add(written);
      else {
        visible.add(dependency.request.name);
        // The loop also visits members that are added to the Set while it runs.
        seen.add(dependency);
      }
    }
  }
  return visible;
}

/** A request that captures the name but is not visible, for the message about a name without a value. */
export function findHiddenCapturingRequest(
  { nodes }: Owner,
  name: string,
  isVisible: (node: Node) => boolean,
): string | undefined {
  const hidden = nodes.find(
    (node) => node && node.request.name !== '' && captures(node.request, name) && !isVisible(node),
  );
  return hidden?.request.name;
}

function captures(request: Request, name: string): boolean {
  return givenNames(request).some((given) => name === given || name === `${request.name}.${given}`);
}
