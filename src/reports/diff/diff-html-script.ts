/**
 * Makes the headings of the table buttons that sort it. Without it the table is complete, in the order of the
 * files. Numbers begin with the largest, texts with the first; a third press brings the first order back.
 */
export const DIFF_SCRIPT = `
(() => {
  'use strict';
  const table = document.getElementById('table');
  if (!table) return;
  const body = table.tBodies[0];
  const rows = Array.from(body.rows);
  const words = new Intl.Collator(undefined, { numeric: true });
  const heads = Array.from(table.tHead.rows[0].cells);

  function keyOf(row, column) {
    const cell = row.cells[column];
    const text = cell.dataset.sort ?? cell.textContent;
    if (!cell.classList.contains('number')) return text;
    return text === '' ? undefined : Number(text);
  }

  function order(a, b) {
    if (a === undefined || b === undefined) return 0;
    return typeof a === 'number' ? a - b : words.compare(a, b);
  }

  function sortBy(column, direction) {
    const sorted = rows.map((row, place) => ({ row, place, key: keyOf(row, column) }));
    if (direction !== 0) {
      sorted.sort(
        (a, b) =>
          (a.key === undefined) - (b.key === undefined) || direction * order(a.key, b.key) || a.place - b.place,
      );
    }
    const fragment = document.createDocumentFragment();
    for (const { row } of sorted) fragment.append(row);
    body.append(fragment);
    heads.forEach((head, i) => {
      if (i !== column || direction === 0) head.removeAttribute('aria-sort');
      else head.setAttribute('aria-sort', direction > 0 ? 'ascending' : 'descending');
    });
  }

  heads.forEach((head, column) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = head.textContent;
    const first = head.classList.contains('number') ? -1 : 1;
    let direction = 0;
    button.addEventListener('click', () => {
      const now = head.hasAttribute('aria-sort') ? direction : 0;
      direction = now === 0 ? first : now === first ? -first : 0;
      sortBy(column, direction);
    });
    head.replaceChildren(button);
  });
})();
`;
