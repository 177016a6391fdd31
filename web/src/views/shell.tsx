import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { deferred } from '../components/deferred.js';
import { Icon, type IconName } from '../components/icon.js';
import { activate, activeEnvironment, environmentNames } from '../state/environments.js';
import { lastAddressIn } from '../state/navigation/last-places.js';
import { loadPart, partProblem } from '../state/connection/lazy-parts.js';
import { dismiss, notices } from '../state/notices.js';
import { isHelpOpen, isPaletteOpen } from '../state/navigation/page-parts.js';
import { VIEW_NAMES } from '../state/navigation/page-title.js';
import { navigate, route, type Route } from '../state/route.js';
import { viewsWithDrafts } from '../state/drafts/views-with-drafts.js';
import { nextTheme, theme } from '../state/theme.js';
import { workspace } from '../state/workspace.js';
import { ConnectionBar } from './connection-bar.js';
import { useKeptScroll } from './kept-scroll.js';
import { listenToKeys } from './page-keys.js';
import { Palette } from './palette/palette.js';
import './shell.css';

/** In the order of the keys Alt+1 to Alt+9. */
const VIEWS: readonly { readonly view: Route['view']; readonly icon: IconName }[] = [
  { view: 'workspace', icon: 'files' },
  { view: 'stress', icon: 'stress' },
  { view: 'mock', icon: 'mock' },
  { view: 'record', icon: 'record' },
  { view: 'contract', icon: 'contract' },
  { view: 'exchange', icon: 'exchange' },
  { view: 'history', icon: 'history' },
  { view: 'environments', icon: 'environments' },
  { view: 'settings', icon: 'settings' },
];

const HelpPanel = deferred(
  loadPart(async () => (await import('./help/help-panel.js')).HelpPanel),
  partProblem,
);

export function Shell({ children }: { readonly children: ComponentChildren }): JSX.Element {
  useEffect(() => listenToKeys(VIEWS.map(({ view }) => view)), []);
  const rail = useRef<HTMLElement>(null);
  const main = useRef<HTMLElement>(null);
  const { view } = route.value;
  useKeptScroll(main);
  useEffect(() => {
    // A phone does not show all links at once.
    rail.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [view]);
  return (
    <div class="shell">
      <a class="skip-link" href="#main">
        Skip to content
      </a>
      <TopBar />
      <nav ref={rail} class="rail" aria-label="Views">
        {VIEWS.map((each, index) => (
          <a
            key={each.view}
            href={lastAddressIn(each.view)}
            aria-current={view === each.view ? 'page' : undefined}
            title={`${VIEW_NAMES[each.view]} (Alt+${index + 1})`}
            onClick={(event) => {
              event.preventDefault();
              navigate(lastAddressIn(each.view));
            }}
          >
            <Icon name={each.icon} />
            <span>{VIEW_NAMES[each.view]}</span>
            {viewsWithDrafts.value.has(each.view) && (
              <span class="rail-mark" role="img" aria-label="not saved" title="Not saved yet" />
            )}
          </a>
        ))}
      </nav>
      <main ref={main} id="main" class="main" tabIndex={-1}>
        {children}
      </main>
      {isHelpOpen.value && <HelpPanel />}
      <ConnectionBar />
      <Notices />
      {isPaletteOpen.value && <Palette close={() => (isPaletteOpen.value = false)} />}
    </div>
  );
}

function TopBar(): JSX.Element {
  const root = workspace.value?.root ?? '';
  const themeIcons = { system: 'system', light: 'sun', dark: 'moon' } as const;
  return (
    <header class="top">
      <img src="/icon.svg" alt="" width="22" height="22" />
      <strong class="top-name" title={root}>
        {root.split(/[\\/]/).at(-1)}
      </strong>
      <button type="button" class="search-button" onClick={() => (isPaletteOpen.value = true)}>
        <Icon name="search" />
        <span>Go to file, request or command</span>
        <kbd>Ctrl K</kbd>
      </button>
      <label class="environment">
        <span class="sr-only">Active environment</span>
        <Icon name="environments" />
        <select
          value={activeEnvironment.value}
          onChange={({ currentTarget }) => void activate(currentTarget.value)}
        >
          {environmentNames.value.map((name) => (
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
      <button
        type="button"
        class="icon-button"
        title="Language reference and keys (?)"
        aria-label="Help"
        aria-expanded={isHelpOpen.value}
        onClick={() => (isHelpOpen.value = !isHelpOpen.value)}
      >
        <Icon name="help" />
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
