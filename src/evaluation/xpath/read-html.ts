/** Reads HTML into a tree: names in lower case, missing end tags added, no namespaces. */
import { Parser } from 'htmlparser2';
import { TreeBuilder, type TreeNode } from './tree.js';

export function readHtml(text: string): TreeNode {
  const builder = new TreeBuilder(false);
  const parser = new Parser({
    onopentag: (name, attributes) => builder.open(name, Object.entries(attributes)),
    onclosetag: () => builder.close(),
    ontext: (value) => builder.text(value),
    oncomment: (value) => builder.comment(value),
  });
  parser.end(text);
  return builder.root;
}
