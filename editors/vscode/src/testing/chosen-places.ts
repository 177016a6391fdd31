/** What a request of the Testing view asks to run: whole files where nothing in them is left out. */
import type * as vscode from 'vscode';
import type { RequestPlace } from '../client/messages.js';
import type { TestTree } from './test-tree.js';

export async function placesOf(
  { include, exclude = [] }: Pick<vscode.TestRunRequest, 'include' | 'exclude'>,
  tree: TestTree,
): Promise<readonly RequestPlace[]> {
  const excluded = new Set(exclude.map(({ id }) => id));
  const chosen = new Map<string, vscode.TestItem>();
  for (const item of include ?? tree.all()) if (!excluded.has(item.id)) chosen.set(item.id, item);
  const items: vscode.TestItem[] = [];
  for (const item of chosen.values()) {
    // A request whose file is chosen too runs with it.
    if (item.parent !== undefined && chosen.has(item.parent.id)) continue;
    if (item.parent !== undefined || ![...excluded].some((id) => id.startsWith(`${item.id}#`)))
      items.push(item);
    else {
      await tree.resolve(item);
      items.push(...tree.childrenOf(item).filter(({ id }) => !excluded.has(id)));
    }
  }
  return items.flatMap((item) => tree.placeOf(item) ?? []);
}
