import type { JSX } from 'preact';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { BodyRow } from '../../body/rows.js';
import { VirtualList } from '../../components/virtual-list.js';
import type { BodyModel } from './body-model.js';

const CHUNK = 100;
/** Rows further away from what is visible are forgotten. */
const MAX_CHUNKS = 20;
export const ROW_HEIGHT = 20;

interface RowListProps {
  readonly model: BodyModel;
  readonly class: string;
  readonly draw: (row: BodyRow, index: number) => JSX.Element;
  readonly attributes: JSX.HTMLAttributes<HTMLDivElement>;
  /** Told of the rows that are loaded, for keys that need them. */
  readonly loaded?: (rowAt: (index: number) => BodyRow | undefined) => void;
}

/** Shows rows that the worker holds, asking for those that are visible. */
export function RowList({ model, class: name, draw, attributes, loaded }: RowListProps): JSX.Element {
  const { host, visible, load, rowAt } = useLoadedRows(model);
  const { row: shown, count: shownCount } = model.shownRow.value;
  loaded?.(rowAt);
  return (
    <div ref={host} class="row-list">
      <VirtualList
        class={name}
        count={model.rowCount.value}
        rowHeight={ROW_HEIGHT}
        shown={shown}
        shownCount={shownCount}
        onRange={(first, last) => {
          visible.current = { first, last };
          model.noteVisible(first);
          load(false);
        }}
        attributes={attributes}
        row={(index) => {
          const row = rowAt(index);
          return row === undefined ? <div key={index} class="row-waiting" /> : draw(row, index);
        }}
      />
    </div>
  );
}

interface LoadedRows {
  readonly host: { current: HTMLDivElement | null };
  readonly visible: { current: { first: number; last: number } };
  /** Asks for the visible rows, all of them if they have changed. */
  readonly load: (isFresh: boolean) => void;
  readonly rowAt: (index: number) => BodyRow | undefined;
}

function useLoadedRows(model: BodyModel): LoadedRows {
  const chunks = useRef(new Map<number, readonly BodyRow[]>());
  const visible = useRef({ first: 0, last: 0 });
  const host = useRef<HTMLDivElement>(null);
  const handledVisits = useRef(0);
  const isVisitLoaded = useRef(false);
  const [, redraw] = useState(0);
  const version = model.version.value;
  const load = useCallback(
    (isFresh: boolean): void => {
      const { first, last } = visible.current;
      const from = Math.floor(first / CHUNK);
      const to = Math.floor(Math.max(first, last - 1) / CHUNK);
      for (let chunk = from; chunk <= to; chunk++) {
        if (!isFresh && chunks.current.has(chunk)) continue;
        const asked = model.version.peek();
        void model
          .rows(chunk * CHUNK, (chunk + 1) * CHUNK)
          .then((rows) => {
            if (model.version.peek() !== asked) return;
            chunks.current.set(chunk, rows);
            if (Math.floor(model.shownRow.peek().row / CHUNK) === chunk) isVisitLoaded.current = true;
            redraw((count) => count + 1);
          })
          // The body is not shown any more, or will be shown again.
          .catch(() => undefined);
      }
      if (chunks.current.size <= MAX_CHUNKS) return;
      for (const chunk of chunks.current.keys())
        if (chunk < from - 2 || chunk > to + 2) chunks.current.delete(chunk);
    },
    [model],
  );
  useEffect(() => {
    // Old rows stay visible until the new ones arrive, so that nothing flickers.
    isVisitLoaded.current = false;
    const { first, last } = visible.current;
    for (const chunk of chunks.current.keys())
      if (chunk < Math.floor(first / CHUNK) || chunk > Math.floor(last / CHUNK)) chunks.current.delete(chunk);
    load(true);
  }, [version, load]);
  useEffect(() => {
    if (handledVisits.current === model.visits.peek() || !isVisitLoaded.current) return;
    handledVisits.current = model.visits.peek();
    // A match in a long line may be far to the right.
    host.current?.querySelector('mark.is-current')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
  const rowAt = (index: number): BodyRow | undefined =>
    chunks.current.get(Math.floor(index / CHUNK))?.[index % CHUNK];
  return { host, visible, load, rowAt };
}
