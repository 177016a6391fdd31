import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { Icon } from '../../components/icon.js';
import { TabList } from '../../components/tab-list.js';
import { partProblem } from '../../state/connection/lazy-parts.js';
import { isHelpOpen } from '../../state/navigation/page-parts.js';
import { loadReference, reference } from '../../state/connection/reference.js';
import { Shortcuts } from '../settings/shortcuts.js';
import { findSections, inlineText, searchWordsOf, type Section } from './reference.js';
import { SectionText } from './reference-text.js';
import './help.css';

const PARTS = [
  { key: 'language', label: 'Language' },
  { key: 'keys', label: 'Keys' },
] as const;

/** Beside the page instead of over it, so that one can write while reading. */
export function HelpPanel(): JSX.Element {
  const part = useSignal<'language' | 'keys'>('language');
  const before = useRef(document.activeElement);
  const close = (): void => {
    isHelpOpen.value = false;
    if (before.current instanceof HTMLElement) before.current.focus();
  };
  return (
    <aside
      class="help"
      aria-label="Help"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        close();
      }}
    >
      <div class="toolbar">
        <TabList
          label="Part of the help"
          tabs={PARTS}
          shown={part.value}
          show={(key) => (part.value = key)}
        />
        <span class="spacer" />
        <button
          type="button"
          class="icon-button"
          aria-label="Close the help"
          title="Close (Escape)"
          onClick={close}
        >
          <Icon name="close" />
        </button>
      </div>
      {part.value === 'language' ? (
        <LanguageHelp />
      ) : (
        <div class="help-body" tabIndex={0}>
          <Shortcuts />
        </div>
      )}
    </aside>
  );
}

function LanguageHelp(): JSX.Element {
  const text = useSignal('');
  const body = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    field.current?.focus();
    void loadReference();
  }, []);
  const sections = (reference.value ?? []) as readonly Section[];
  const found = useMemo(() => findSections(sections, text.value), [sections, text.value]);
  const words = searchWordsOf(text.value);
  const goTo = (id: string): void => {
    text.value = '';
    // After the sections are drawn that the search had left out.
    requestAnimationFrame(() => {
      const section = body.current?.querySelector<HTMLElement>(`#${CSS.escape(`help-${id}`)}`);
      section?.scrollIntoView({ block: 'start' });
      section?.focus({ preventScroll: true });
    });
  };
  return (
    <>
      <div class="help-search">
        <label class="search-field">
          <Icon name="search" />
          <span class="sr-only">Search the reference</span>
          <input
            ref={field}
            type="search"
            placeholder="Search the reference: retry, jsonpath, @data …"
            value={text.value}
            onInput={({ currentTarget }) => {
              text.value = currentTarget.value;
              body.current?.scrollTo(0, 0);
            }}
          />
        </label>
        {words.length > 0 && (
          <span class="hint" role="status">
            {found.length} of {sections.length} sections
          </span>
        )}
      </div>
      <div ref={body} class="help-body" tabIndex={0} role="region" aria-label="Language reference">
        {sections.length === 0 && <p class="hint">{partProblem() || 'Loading…'}</p>}
        {sections.length > 0 && words.length === 0 && <Contents sections={sections} goTo={goTo} />}
        {sections.length > 0 && found.length === 0 && <p class="hint">Nothing in the reference has this.</p>}
        {found.map((section) => (
          <SectionText key={section.id} section={section} words={words} goTo={goTo} />
        ))}
      </div>
    </>
  );
}

interface ContentsProps {
  readonly sections: readonly Section[];
  readonly goTo: (id: string) => void;
}

function Contents({ sections, goTo }: ContentsProps): JSX.Element {
  return (
    <nav class="help-contents" aria-label="Contents of the reference">
      {sections
        .filter(({ level }) => level === 2)
        .map(({ id, title }) => (
          <button key={id} type="button" class="chip" onClick={() => goTo(id)}>
            {inlineText(title)}
          </button>
        ))}
    </nav>
  );
}
