import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon, type IconName } from '../components/icon.js';
import { activate, activeEnvironment, environments } from '../state/environments.js';
import { dismiss, notices } from '../state/notices.js';
import { currentDocument } from '../state/documents.js';
import { viewsWithDrafts } from '../state/drafts/views-with-drafts.js';
import { fileAddress, navigate, route, type Route } from '../state/route.js';
import { isDisconnected } from '../state/session.js';
import { nextTheme, theme } from '../state/theme.js';
import { workspace } from '../state/workspace.js';
import { Palette } from './palette.js';

interface ViewLink {
  readonly view: Route['view'];
  readonly label: string;
  readonly icon: IconName;
  readonly address: () => string;
}

const VIEW_LINKS: readonly ViewLink[] = [
  {
    view: 'workspace',
    label: 'Workspace',
    icon: 'files',
    address: () => fileAddress(currentDocument.peek()?.path ?? ''),
  },
  { view: 'stress', label: 'Stress', icon: 'stress', address: () => '/stress' },
  { view: 'mock', label: 'Mock', icon: 'mock', address: () => '/mock' },
  { view: 'record', label: 'Record', icon: 'record', address: () => '/record' },
  { view: 'contract', label: 'Contract', icon: 'contract', address: () => '/contract' },
  { view: 'exchange', label: 'Import', icon: 'exchange', address: () => '/import' },
  { view: 'history', label: 'History', icon: 'history', address: () => '/history' },
  { view: 'environments', label: 'Environments', icon: 'environments', address: () => '/environments' },
  { view: 'settings', label: 'Settings', icon: 'settings', address: () => '/settings' },
];

export function Shell({ children }: { readonly children: ComponentChildren }): JSX.Element {
  const isPaletteOpen = useSignal(false);
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const isCommand = event.ctrlKey || event.metaKey;
      if (isCommand && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        isPaletteOpen.value = !isPaletteOpen.value;
      }
      const link = event.altKey && /^[1-9]$/.test(event.key) ? VIEW_LINKS[Number(event.key) - 1] : undefined;
      if (link !== undefined) {
        event.preventDefault();
        navigate(link.address());
      }
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [isPaletteOpen]);
  const rail = useRef<HTMLElement>(null);
  const { view } = route.value;
  useEffect(() => {
    // A phone does not show all links at once.
    rail.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [view]);
  return (
    <div class="shell">
      <a class="skip-link" href="#main">
        Skip to content
      </a>
      <TopBar openPalette={() => (isPaletteOpen.value = true)} />
      <nav ref={rail} class="rail" aria-label="Views">
        {VIEW_LINKS.map((link, index) => (
          <a
            key={link.view}
            href={link.address()}
            aria-current={view === link.view ? 'page' : undefined}
            title={`${link.label} (Alt+${index + 1})`}
            onClick={(event) => {
              event.preventDefault();
              navigate(link.address());
            }}
          >
            <Icon name={link.icon} />
            <span>{link.label}</span>
            {viewsWithDrafts.value.has(link.view) && (
              <span class="rail-mark" role="img" aria-label="not saved" title="Not saved yet" />
            )}
          </a>
        ))}
      </nav>
      <main id="main" class="main" tabIndex={-1}>
        {children}
      </main>
      <Notices />
      {isPaletteOpen.value && <Palette close={() => (isPaletteOpen.value = false)} />}
    </div>
  );
}

function TopBar({ openPalette }: { readonly openPalette: () => void }): JSX.Element {
  const root = workspace.value?.root ?? '';
  const themeIcons = { system: 'system', light: 'sun', dark: 'moon' } as const;
  return (
    <header class="top">
      <img src="/icon.svg" alt="" width="22" height="22" />
      <strong class="top-name" title={root}>
        {root.split(/[\\/]/).at(-1)}
      </strong>
      <button type="button" class="search-button" onClick={openPalette}>
        <Icon name="search" />
        <span>Go to file or command</span>
        <kbd>Ctrl K</kbd>
      </button>
      {isDisconnected.value && (
        <span class="offline" role="status">
          Reconnecting…
        </span>
      )}
      <label class="environment">
        <span class="sr-only">Active environment</span>
        <Icon name="environments" />
        <select
          value={activeEnvironment.value}
          onChange={({ currentTarget }) => void activate(currentTarget.value)}
        >
          {environments.value.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <button
        type="button"
        class="icon-button"
        title={`Colours: ${theme.value}`}
        aria-label={`Colours: ${theme.value}`}
        onClick={nextTheme}
      >
        <Icon name={themeIcons[theme.value]} />
      </button>
    </header>
  );
}

function Notices(): JSX.Element {
  return (
    <div class="notices" role="status" aria-live="polite">
      {notices.value.map(({ id, kind, text }) => (
        <div key={id} class={`notice notice-${kind}`}>
          <Icon name={kind === 'done' ? 'check' : 'warning'} />
          <span>{text}</span>
          <button type="button" class="icon-button" aria-label="Dismiss" onClick={() => dismiss(id)}>
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  );
}
