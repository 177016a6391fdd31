/** What a request may see of others (language 2.2): captures flow along dependencies only when requests run in parallel. */
import type { Request } from '../../request-file/model/model.js';
import type { Node, Owner } from './graph.js';

/** Keys of captures: own name, and those of transitive dependencies, foreign ones as `@depends` says them. */
export function visibleRequests(node: Node, captureId: string): ReadonlySet<string> {
  const visible = new Set([captureId]);
  const seen = new Set([node]);
  for (const { owner, dependencies } of seen) {
    for (const { node: dependency, written } of dependencies) {
      if (!dependency) continue;
      if (dependency.owner !== owner) visible.add(written);
      else {
        visible.add(dependency.request.name);
        // A Set goes on to members that are added while it is walked.
        seen.add(dependency);
      }
    }
  }
  return visible;
}

/** A request that captures the name although it cannot be seen: told when the name has no value. */
export function hiddenCapturingRequest(
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
  return request.captures.some(
    (capture) => name === capture.name || name === `${request.name}.${capture.name}`,
  );
}
