/**
 * Filter, search, sort and keys of the page of a run. Without it the page is complete, only the tools stay hidden.
 * The view is kept in the fragment of the address, so that a link shows what its sender saw.
 */
export const RUN_SCRIPT = `
(() => {
  'use strict';
  const list = document.getElementById('list');
  const tools = document.getElementById('tools');
  if (!list || !tools) return;
  const rows = Array.from(list.children, (element, order) => ({
    element,
    order,
    state: element.dataset.state,
    duration: Number(element.dataset.duration),
    name: element.querySelector('h3').lastChild.textContent,
    details: element.firstElementChild,
    text: undefined,
  }));
  const find = document.getElementById('find');
  const sort = document.getElementById('sort');
  const shown = document.getElementById('shown');
  const empty = document.getElementById('empty');
  const buttons = Array.from(tools.querySelectorAll('button[data-show]'));
  const words = new Intl.Collator(undefined, { numeric: true });
  const orders = {
    order: (a, b) => a.order - b.order,
    name: (a, b) => words.compare(a.name, b.name) || a.order - b.order,
    duration: (a, b) => b.duration - a.duration || a.order - b.order,
  };
  const view = { show: 'all', find: '', sort: 'order' };
  let sorted = 'order';

  function matches(row, text) {
    if (view.show !== 'all' && row.state !== view.show) return false;
    if (text === '') return true;
    row.text ??= row.element.textContent.toLowerCase();
    return row.text.includes(text);
  }

  function update() {
    const text = view.find.trim().toLowerCase();
    let count = 0;
    for (const row of rows) {
      const visible = matches(row, text);
      row.element.hidden = !visible;
      if (visible) count++;
    }
    if (sorted !== view.sort) {
      sorted = view.sort;
      const place = document.createDocumentFragment();
      for (const row of rows.slice().sort(orders[sorted])) place.append(row.element);
      list.append(place);
    }
    for (const button of buttons) button.setAttribute('aria-pressed', String(button.dataset.show === view.show));
    shown.textContent = count === rows.length ? rows.length + ' shown' : count + ' of ' + rows.length + ' shown';
    empty.hidden = count > 0;
    list.hidden = count === 0;
  }

  function remember() {
    const parts = [];
    if (view.show !== 'all') parts.push('show=' + view.show);
    if (view.find !== '') parts.push('find=' + encodeURIComponent(view.find));
    if (view.sort !== 'order') parts.push('sort=' + view.sort);
    try {
      history.replaceState(null, '', parts.length === 0 ? location.pathname + location.search : '#' + parts.join('&'));
    } catch { /* A page inside a sandboxed frame has no history of its own. */ }
  }

  function change(part) {
    Object.assign(view, part);
    update();
    remember();
  }

  const wanted = new URLSearchParams(location.hash.slice(1));
  if (buttons.some((button) => button.dataset.show === wanted.get('show'))) view.show = wanted.get('show');
  if (Object.hasOwn(orders, wanted.get('sort') ?? '')) view.sort = wanted.get('sort');
  view.find = wanted.get('find') ?? '';
  find.value = view.find;
  sort.value = view.sort;

  for (const button of buttons) button.addEventListener('click', () => change({ show: button.dataset.show }));
  find.addEventListener('input', () => change({ find: find.value }));
  sort.addEventListener('change', () => change({ sort: sort.value }));
  const openAll = document.getElementById('open-all');
  openAll.addEventListener('click', () => {
    const open = openAll.dataset.open !== 'true';
    for (const row of rows) if (!row.element.hidden || !open) row.details.open = open;
    openAll.dataset.open = String(open);
    openAll.textContent = open ? 'Collapse all' : 'Expand all';
  });

  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target;
    if (event.key === '/' && !/^(?:INPUT|SELECT|TEXTAREA)$/.test(target.tagName)) {
      event.preventDefault();
      find.focus();
    } else if (event.key === 'Escape' && target === find && find.value !== '') {
      find.value = '';
      change({ find: '' });
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && target.tagName === 'SUMMARY' && list.contains(target)) {
      const stops = Array.from(list.querySelectorAll('li:not([hidden])>details>summary'));
      const next = stops[stops.indexOf(target) + (event.key === 'ArrowDown' ? 1 : -1)];
      if (!next) return;
      event.preventDefault();
      next.focus();
    }
  });

  tools.hidden = false;
  update();
})();
`;
