import { runInNewContext } from 'node:vm';
import { beforeEach, describe, expect, it } from 'vitest';
import { RUN_SCRIPT } from './run-html-script.js';

/** As much of an element as the script touches. */
class FakeElement {
  hidden = false;
  open = false;
  value = '';
  tagName = 'DIV';
  textContent = '';
  dataset: Record<string, string> = {};
  children: FakeElement[] = [];
  attributes = new Map<string, string>();
  found = new Map<string, FakeElement[]>();
  listeners = new Map<string, ((event: object) => void)[]>();
  focused = false;

  get firstElementChild(): FakeElement | undefined {
    return this.children[0];
  }

  get lastChild(): this {
    return this;
  }

  querySelector(selector: string): FakeElement | undefined {
    return this.found.get(selector)?.[0];
  }

  querySelectorAll(selector: string): FakeElement[] {
    return this.found.get(selector) ?? [];
  }

  append(...elements: FakeElement[]): void {
    for (const element of elements.flatMap((each) =>
      each instanceof FakeFragment ? each.children : [each],
    )) {
      this.children = [...this.children.filter((child) => child !== element), element];
    }
  }

  contains(element: FakeElement): boolean {
    return element.tagName === 'SUMMARY';
  }

  setAttribute(name: string, value: string): void {
    this.attributes.set(name, value);
  }

  addEventListener(type: string, listener: (event: object) => void): void {
    this.listeners.set(type, [...(this.listeners.get(type) ?? []), listener]);
  }

  emit(type: string, event: object = {}): void {
    for (const listener of this.listeners.get(type) ?? []) listener(event);
  }

  focus(): void {
    this.focused = true;
  }
}

class FakeFragment extends FakeElement {}

function row(name: string, state: string, duration: number, more = ''): FakeElement {
  const element = new FakeElement();
  const heading = new FakeElement();
  heading.textContent = name;
  element.textContent = `${name} ${more}`;
  element.dataset = { state, duration: String(duration) };
  element.children = [new FakeElement()];
  element.found.set('h3', [heading]);
  return element;
}

const IDS = ['list', 'tools', 'find', 'sort', 'shown', 'empty', 'open-all'] as const;
let page: Record<(typeof IDS)[number], FakeElement>;
let buttons: FakeElement[];
let document: FakeElement;
let address: string;

function load(hash = ''): void {
  address = '';
  document = new FakeElement();
  page = Object.fromEntries(IDS.map((id) => [id, new FakeElement()])) as typeof page;
  page.tools.hidden = true;
  page.list.children = [
    row('b2', 'passed', 10, 'Orders'),
    row('b10', 'failed', 30),
    row('a', 'failed', 30),
    row('c', 'skipped', 0),
  ];
  buttons = ['all', 'passed', 'failed', 'skipped'].map((show) =>
    Object.assign(new FakeElement(), { dataset: { show } }),
  );
  page.tools.found.set('button[data-show]', buttons);
  const found: Record<string, FakeElement> = page;
  runInNewContext(RUN_SCRIPT, {
    document: Object.assign(document, {
      getElementById: (id: string) => found[id],
      createDocumentFragment: () => new FakeFragment(),
    }),
    location: { hash, pathname: '/report.html', search: '' },
    history: { replaceState: (_state: null, _title: string, url: string) => void (address = url) },
    URLSearchParams,
  });
}

function names(): string[] {
  return page.list.children
    .filter(({ hidden }) => !hidden)
    .map((element) => element.querySelector('h3')?.textContent ?? '');
}

function search(text: string): void {
  page.find.value = text;
  page.find.emit('input');
}

function sortBy(order: string): void {
  page.sort.value = order;
  page.sort.emit('change');
}

describe('the script of the page', () => {
  beforeEach(() => {
    load();
  });

  it('shows the tools and everything', () => {
    expect(page.tools.hidden).toBe(false);
    expect(names()).toEqual(['b2', 'b10', 'a', 'c']);
    expect(page.shown.textContent).toBe('4 shown');
  });

  it('filters by outcome and says so', () => {
    buttons[2]?.emit('click');
    expect(names()).toEqual(['b10', 'a']);
    expect(page.shown.textContent).toBe('2 of 4 shown');
    expect(buttons.map(({ attributes }) => attributes.get('aria-pressed'))).toEqual([
      'false',
      'false',
      'true',
      'false',
    ]);
    expect(address).toBe('#show=failed');
    buttons[0]?.emit('click');
    expect(names()).toHaveLength(4);
    expect(address).toBe('/report.html');
  });

  it('searches all text of a test in any case, together with the filter', () => {
    search(' oRDers ');
    expect(names()).toEqual(['b2']);
    buttons[2]?.emit('click');
    expect(names()).toEqual([]);
    expect([page.empty.hidden, page.list.hidden]).toEqual([false, true]);
    expect(address).toBe('#show=failed&find=%20oRDers%20');
  });

  it('sorts by name, by duration and back, equal ones in their order', () => {
    sortBy('name');
    expect(names()).toEqual(['a', 'b2', 'b10', 'c']);
    sortBy('duration');
    expect(names()).toEqual(['b10', 'a', 'b2', 'c']);
    sortBy('order');
    expect(names()).toEqual(['b2', 'b10', 'a', 'c']);
  });

  it('opens what is shown and closes all', () => {
    buttons[2]?.emit('click');
    page['open-all'].emit('click');
    const open = (): boolean[] => page.list.children.map(({ children }) => children[0]?.open ?? false);
    expect(open()).toEqual([false, true, true, false]);
    expect(page['open-all'].textContent).toBe('Collapse all');
    page['open-all'].emit('click');
    expect(open()).toEqual([false, false, false, false]);
  });

  it('takes keys: / to search, Escape to stop, arrows to walk', () => {
    const press = (key: string, target: FakeElement, more: object = {}): void => {
      document.emit('keydown', { key, target, preventDefault: () => undefined, ...more });
    };
    press('/', new FakeElement(), { ctrlKey: true });
    expect(page.find.focused).toBe(false);
    press('/', new FakeElement());
    expect(page.find.focused).toBe(true);
    search('orders');
    press('Escape', page.find);
    expect([page.find.value, names().length]).toEqual(['', 4]);
    const stops = [0, 1].map(() => Object.assign(new FakeElement(), { tagName: 'SUMMARY' }));
    page.list.found.set('li:not([hidden])>details>summary', stops);
    press('ArrowDown', stops[0] ?? page.list);
    expect(stops[1]?.focused).toBe(true);
    press('ArrowUp', stops[1] ?? page.list);
    expect(stops[0]?.focused).toBe(true);
  });

  it('starts as a shared address says, and ignores what it does not know', () => {
    load('#show=failed&sort=name&find=b');
    expect(names()).toEqual(['b10']);
    expect([page.find.value, page.sort.value]).toEqual(['b', 'name']);
    load('#show=nothing&sort=constructor');
    expect(names()).toEqual(['b2', 'b10', 'a', 'c']);
  });
});
