import { useSignal, type Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useCallback, useRef } from 'preact/hooks';
import type { BodyRow, TreeRow } from '../../body/rows.js';
import { Icon } from '../../components/icon.js';
import { addToEditor, type RequestPlace } from './add-to-editor.js';
import type { BodyModel } from './body-model.js';
import { copyText } from './copy-text.js';
import { MarkedText } from './marked-text.js';
import { ROW_HEIGHT, RowList } from './row-list.js';
import { nextCursor } from './tree-keys.js';
import { ValueMenu, type MenuItem } from './value-menu.js';

interface TreeRowsProps {
  readonly model: BodyModel;
  /** Where assertions and captures are added; without it they are not offered. */
  readonly request: RequestPlace | undefined;
}

type RowAt = (index: number) => BodyRow | undefined;
type Action = 'path' | 'value' | 'assertion' | 'capture';

/** The keys that do something with the value at the cursor. */
const ACTION_KEYS: Readonly<Record<string, Action>> = { p: 'path', v: 'value', a: 'assertion', c: 'capture' };

export function TreeRows({ model, request }: TreeRowsProps): JSX.Element {
  const { rowAt, host, menu, closeMenu, openMenu, perform, press } = useTreeActions({ model, request });
  return (
    <div ref={host} class="tree-host">
      <RowList
        model={model}
        class="json"
        loaded={(at) => (rowAt.current = at)}
        attributes={{
          role: 'tree',
          'aria-label': 'JSON',
          'aria-activedescendant': rowId(model.cursor.value),
          onKeyDown: press,
        }}
        draw={(row, index) =>
          row.form === 'tree' ? (
            <Row
              key={index}
              row={row}
              index={index}
              isAtCursor={index === model.cursor.value}
              act={() => void model.act(index)}
              choose={() => (model.cursor.value = index)}
              openMenu={() => openMenu(index)}
            />
          ) : (
            <div key={index} />
          )
        }
      />
      {menu.value !== undefined && (
        <ValueMenu
          items={menuItems(request !== undefined, menu.value.row, perform)}
          at={menu.value}
          close={closeMenu}
        />
      )}
    </div>
  );
}

interface TreeActions {
  readonly rowAt: { current: RowAt };
  readonly host: { current: HTMLDivElement | null };
  readonly menu: Signal<OpenMenu | undefined>;
  readonly closeMenu: () => void;
  readonly openMenu: (row: number) => void;
  readonly perform: (action: Action, row: number) => void;
  readonly press: (event: JSX.TargetedKeyboardEvent<HTMLDivElement>) => void;
}

interface OpenMenu {
  readonly row: number;
  readonly x: number;
  readonly y: number;
}

/** What keys and the menu of a row do. */
function useTreeActions({ model, request }: TreeRowsProps): TreeActions {
  const rowAt = useRef<RowAt>(() => undefined);
  const host = useRef<HTMLDivElement>(null);
  const menu = useSignal<OpenMenu | undefined>(undefined);
  const focusTree = (): void => host.current?.querySelector<HTMLElement>('[role=tree]')?.focus();
  const closeMenu = useCallback((): void => {
    menu.value = undefined;
    focusTree();
  }, []);
  const perform = (action: Action, row: number): void => void performAction(model, request, action, row);
  const openMenu = (row: number): void => {
    const element = host.current?.querySelector(`#${rowId(row)} .json-text`);
    const { left = 0, bottom = 0 } = element?.getBoundingClientRect() ?? {};
    menu.value = { row, x: left, y: bottom };
  };
  const press = (event: JSX.TargetedKeyboardEvent<HTMLDivElement>): void => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const cursor = model.cursor.peek();
    const action = ACTION_KEYS[event.key];
    const next = nextCursor(
      event.key,
      cursor,
      model.rowCount.peek(),
      rowAt.current,
      pageOf(event.currentTarget),
    );
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey) || event.key === 'm')
      openMenu(cursor);
    else if (action !== undefined) perform(action, cursor);
    else if (next === 'act') void model.act(cursor);
    else if (next !== undefined) {
      model.cursor.value = next;
      model.scrollTo(next);
    } else return;
    event.preventDefault();
  };
  return { rowAt, host, menu, closeMenu, openMenu, perform, press };
}

function pageOf({ clientHeight }: HTMLElement): number {
  return Math.max(1, Math.floor(clientHeight / ROW_HEIGHT) - 1);
}

function rowId(index: number): string {
  return `json-row-${index}`;
}

function menuItems(
  hasRequest: boolean,
  row: number,
  perform: (action: Action, row: number) => void,
): readonly MenuItem[] {
  const item = (label: string, hint: string, action: Action): MenuItem => ({
    label,
    hint,
    run: () => perform(action, row),
  });
  const copies = [item('Copy path', 'P', 'path'), item('Copy value', 'V', 'value')];
  if (!hasRequest) return copies;
  return [
    ...copies,
    item('Add assertion for this value', 'A', 'assertion'),
    item('Capture this value', 'C', 'capture'),
  ];
}

async function performAction(
  model: BodyModel,
  request: RequestPlace | undefined,
  action: Action,
  row: number,
): Promise<void> {
  const value = await model.valueAt(row);
  if (value === undefined) return;
  if (action === 'path') await copyText(value.path, `Copied ${value.path}.`);
  else if (action === 'value') await copyText(value.text, 'Copied the value.');
  else if (request !== undefined) {
    const reason = 'A later member has the same name, and assertions see only that one.';
    await addToEditor(request, action, value.part, value.isHidden ? reason : '');
  }
}

interface RowProps {
  readonly row: TreeRow;
  readonly index: number;
  readonly isAtCursor: boolean;
  readonly act: () => void;
  readonly choose: () => void;
  readonly openMenu: () => void;
}

/** Deeper levels are not indented further. */
const MAX_DEPTH = 40;

function Row({ row, index, isAtCursor, act, choose, openMenu }: RowProps): JSX.Element {
  const { kind, depth, name, nameMarks, text, marks, comma, value } = row;
  const isFoldable = kind === 'open' || kind === 'closed';
  return (
    <div
      id={rowId(index)}
      class={isAtCursor ? 'json-row at-cursor' : 'json-row'}
      role="treeitem"
      aria-level={depth + 1}
      aria-selected={isAtCursor}
      {...(isFoldable && { 'aria-expanded': kind === 'open' })}
      style={{ paddingLeft: `${Math.min(depth, MAX_DEPTH) * 16 + 6}px` }}
      onPointerDown={choose}
    >
      {isFoldable ? (
        <button
          type="button"
          tabIndex={-1}
          class={`fold ${kind}`}
          aria-label={kind === 'open' ? 'Fold' : 'Unfold'}
          onClick={act}
        >
          <Icon name="chevron" />
        </button>
      ) : (
        <span class="fold" />
      )}
      {name !== '' && (
        <>
          <span class="json-name">
            <MarkedText text={name} marks={nameMarks} />
          </span>
          <span class="json-mark">: </span>
        </>
      )}
      {kind === 'more' ? (
        <button type="button" tabIndex={-1} class="link json-text" onClick={act}>
          {text}
        </button>
      ) : (
        <span class={`json-text json-${value}`}>
          <MarkedText text={text} marks={marks} />
        </span>
      )}
      {comma && <span class="json-mark">,</span>}
      {kind !== 'end' && kind !== 'more' && <MenuButton open={openMenu} />}
    </div>
  );
}

function MenuButton({ open }: { readonly open: () => void }): JSX.Element {
  return (
    <button
      type="button"
      tabIndex={-1}
      class="icon-button"
      aria-label="Actions for this value"
      title="Copy, assert or capture (M)"
      aria-haspopup="menu"
      onClick={open}
    >
      <Icon name="more" />
    </button>
  );
}
