import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { CopyButton } from './copy-button.js';
import { Icon } from './icon.js';
import { ExactNumber, PAGE, firstOpen, jsonRows, type JsonRow } from './json-rows.js';
import { VirtualList } from './virtual-list.js';

const ROW_HEIGHT = 20;

interface JsonTreeProps {
  readonly value: unknown;
  /** The prefix of copied paths. */
  readonly rootPath: string;
}

export function JsonTree({ value, rootPath }: JsonTreeProps): JSX.Element {
  const [open, setOpen] = useState(() => firstOpen(value));
  const [limits, setLimits] = useState<ReadonlyMap<string, number>>(new Map());
  const rows = useMemo(() => jsonRows(value, open, limits), [value, open, limits]);
  const act = ({ kind, path }: JsonRow): void => {
    if (kind === 'more') setLimits(new Map(limits).set(path, (limits.get(path) ?? PAGE) + 5 * PAGE));
    if (kind !== 'open' && kind !== 'closed') return;
    const next = new Set(open);
    if (!next.delete(path)) next.add(path);
    setOpen(next);
  };
  const row = (index: number): JSX.Element => {
    const each = rows[index];
    return each === undefined ? (
      <div key={index} />
    ) : (
      <Row key={index} row={each} rootPath={rootPath} act={act} />
    );
  };
  return (
    <VirtualList
      class="json"
      count={rows.length}
      rowHeight={ROW_HEIGHT}
      row={row}
      attributes={{ 'aria-label': 'JSON' }}
    />
  );
}

interface RowProps {
  readonly row: JsonRow;
  readonly rootPath: string;
  readonly act: (row: JsonRow) => void;
}

function Row({ row, rootPath, act }: RowProps): JSX.Element {
  const { kind, depth, name, text, comma, path, value } = row;
  const isFoldable = kind === 'open' || kind === 'closed';
  return (
    <div class="json-row" style={{ paddingLeft: `${depth * 16 + 6}px` }}>
      {isFoldable ? (
        <button
          type="button"
          class={`fold ${kind}`}
          aria-label={kind === 'open' ? 'Fold' : 'Unfold'}
          aria-expanded={kind === 'open'}
          onClick={() => act(row)}
        >
          <Icon name="chevron" />
        </button>
      ) : (
        <span class="fold" />
      )}
      {name !== '' && (
        <>
          <span class="json-name">{JSON.stringify(name)}</span>
          <span class="json-mark">: </span>
        </>
      )}
      {kind === 'more' ? (
        <button type="button" class="link" onClick={() => act(row)}>
          {text}
        </button>
      ) : (
        <span class={`json-${leafKind(kind, value)}`}>{text}</span>
      )}
      {comma && <span class="json-mark">,</span>}
      {kind !== 'end' && kind !== 'more' && (
        <CopyButton text={() => `${rootPath}${path}`} label={`Copy path ${rootPath}${path}`} />
      )}
    </div>
  );
}

function leafKind(kind: JsonRow['kind'], value: unknown): string {
  if (kind !== 'leaf') return 'mark';
  if (typeof value === 'string') return 'string';
  if (typeof value === 'number' || value instanceof ExactNumber) return 'number';
  return typeof value === 'boolean' || value === null ? 'word' : 'mark';
}
