import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from '../../components/icon.js';
import { findText, type FindModel } from './find-model.js';

interface FindBarProps {
  readonly model: FindModel;
  /** Gets the focus when the bar is closed. */
  readonly returnFocus: () => void;
}

export function FindBar({ model, returnFocus }: FindBarProps): JSX.Element | null {
  const input = useRef<HTMLInputElement>(null);
  const { isOpen, opened, state } = model;
  // Before the next key arrives, which is part of the text already.
  useLayoutEffect(() => {
    if (!isOpen.value) return;
    input.current?.focus();
    input.current?.select();
  }, [opened.value, isOpen.value]);
  if (!isOpen.value) return null;
  const close = (): void => {
    model.close();
    returnFocus();
  };
  const press = (event: JSX.TargetedKeyboardEvent<HTMLDivElement>): void => {
    const isStep = event.key === 'F3' || (event.key === 'Enter' && event.target === input.current);
    if (!isStep && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (isStep) void model.step(event.shiftKey ? -1 : 1);
    else close();
  };
  const { text, problem, total } = state.value;
  return (
    <div class="find-bar" role="search" aria-label="Find in the response" onKeyDown={press}>
      <input
        ref={input}
        type="text"
        class="input"
        aria-label="Find"
        placeholder="Find"
        spellcheck={false}
        autocomplete="off"
        aria-invalid={problem !== ''}
        value={text}
        onInput={({ currentTarget }) => model.change({ text: currentTarget.value })}
      />
      <Option model={model} name="matchCase" label="Match case" sign="Aa" />
      <Option model={model} name="wholeWord" label="Whole word" sign="ab" />
      <Option model={model} name="isPattern" label="Regular expression" sign=".*" />
      <span class={problem === '' ? 'find-count' : 'find-count count-failed'} role="status">
        {findText(state.value)}
      </span>
      <Step label="Previous match (Shift+Enter)" isUp isOff={total === 0} go={() => void model.step(-1)} />
      <Step label="Next match (Enter)" isUp={false} isOff={total === 0} go={() => void model.step(1)} />
      <button
        type="button"
        class="icon-button"
        aria-label="Close find"
        title="Close (Escape)"
        onClick={close}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}

interface OptionProps {
  readonly model: FindModel;
  readonly name: 'matchCase' | 'wholeWord' | 'isPattern';
  readonly label: string;
  readonly sign: string;
}

function Option({ model, name, label, sign }: OptionProps): JSX.Element {
  const isOn = model.state.value[name];
  return (
    <button
      type="button"
      class={`find-option option-${name}`}
      aria-label={label}
      title={label}
      aria-pressed={isOn}
      data-sign={sign}
      onClick={() => model.change({ [name]: !isOn })}
    />
  );
}

interface StepProps {
  readonly label: string;
  readonly isUp: boolean;
  readonly isOff: boolean;
  readonly go: () => void;
}

function Step({ label, isUp, isOff, go }: StepProps): JSX.Element {
  return (
    <button
      type="button"
      class={`icon-button find-step ${isUp ? 'up' : 'down'}`}
      aria-label={label.replace(/ \(.*/, '')}
      title={label}
      disabled={isOff}
      onClick={go}
    >
      <Icon name="chevron" />
    </button>
  );
}

/** Calls back for Ctrl+F and Cmd+F anywhere in the results. */
export function useFindKey(model: FindModel): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const isFind = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'f';
      const isInside = event.target instanceof Element && event.target.closest(FINDABLE) !== null;
      if (!isInside || !(isFind || (event.key === 'F3' && model.isOpen.peek()))) return;
      event.preventDefault();
      if (isFind) model.open();
      else void model.step(event.shiftKey ? -1 : 1);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [model]);
}

/** The parts of the page whose Ctrl+F searches the shown response; the editor has a search of its own. */
const FINDABLE = '.results-pane, .detail, .response';
