/** Finds the main content of a page. */
import { elementsOf, isText, roleOf, textLength, type ElementView, type View } from './view.js';

const PERIPHERAL_ELEMENTS: ReadonlySet<string> = new Set(['nav', 'header', 'footer', 'aside']);
const PERIPHERAL_ROLES: ReadonlySet<string> = new Set([
  'navigation',
  'banner',
  'contentinfo',
  'complementary',
  'search',
]);
const MIN_CONTENT_CHARACTERS = 200;

export function findMainContent(body: ElementView): ElementView {
  const elements = [...descendantsOf(body)];
  const articles = elements.filter(({ name }) => name === 'article');
  const main =
    elements.find((element) => element.name === 'main' || roleOf(element) === 'main') ??
    (articles.length === 1 ? articles[0] : undefined) ??
    withoutPeripherals(body);
  return textLength(main) < MIN_CONTENT_CHARACTERS ? body : main;
}

function* descendantsOf(view: ElementView): Generator<ElementView> {
  for (const child of elementsOf(view)) {
    yield child;
    yield* descendantsOf(child);
  }
}

function withoutPeripherals(view: ElementView): ElementView {
  const children: View[] = [];
  for (const child of view.children) {
    if (isText(child)) children.push(child);
    else if (!PERIPHERAL_ELEMENTS.has(child.name) && !PERIPHERAL_ROLES.has(roleOf(child)))
      children.push(withoutPeripherals(child));
  }
  return { ...view, children };
}
