/** The part of a page that it is about (mcp.md 5.4, `main_content`). */
import { isText, textLength, type ElementView, type View } from './view.js';

const SURROUNDINGS: ReadonlySet<string> = new Set(['nav', 'header', 'footer', 'aside']);
const SURROUNDING_ROLES: ReadonlySet<string> = new Set([
  'navigation',
  'banner',
  'contentinfo',
  'complementary',
  'search',
]);
const FEWEST_CHARACTERS = 200;

export function mainContent(body: ElementView): ElementView {
  const elements = [...elementsOf(body)];
  const articles = elements.filter(({ name }) => name === 'article');
  const main =
    elements.find((element) => element.name === 'main' || roleOf(element) === 'main') ??
    (articles.length === 1 ? articles[0] : undefined) ??
    withoutSurroundings(body);
  return textLength(main) < FEWEST_CHARACTERS ? body : main;
}

function* elementsOf(view: ElementView): Generator<ElementView> {
  for (const child of view.children) {
    if (isText(child)) continue;
    yield child;
    yield* elementsOf(child);
  }
}

function roleOf({ attribute }: ElementView): string {
  return attribute('role')?.trim().toLowerCase() ?? '';
}

function withoutSurroundings(view: ElementView): ElementView {
  const children: View[] = [];
  for (const child of view.children) {
    if (isText(child)) children.push(child);
    else if (!SURROUNDINGS.has(child.name) && !SURROUNDING_ROLES.has(roleOf(child)))
      children.push(withoutSurroundings(child));
  }
  return { ...view, children };
}
