import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { tagsOf, type ChoosableRequest, type RunChoice } from '../../state/runs/run-choice.js';

interface TagChoiceProps {
  readonly choice: Signal<RunChoice>;
  readonly requests: readonly ChoosableRequest[];
}

/** A click takes only requests with the tag, a second one leaves them out, and a third one forgets the tag. */
export function TagChoice({ choice, requests }: TagChoiceProps): JSX.Element | null {
  const tags = tagsOf(requests);
  if (tags.length === 0) return null;
  return (
    <fieldset class="choice">
      <legend>Tags</legend>
      <div class="tag-choice">
        {tags.map((tag) => (
          <Tag key={tag} tag={tag} choice={choice} />
        ))}
      </div>
    </fieldset>
  );
}

function Tag({ tag, choice }: { readonly tag: string; readonly choice: Signal<RunChoice> }): JSX.Element {
  const { tags, excludeTags } = choice.value;
  const state = tags.includes(tag) ? 'with' : excludeTags.includes(tag) ? 'without' : 'any';
  const next = { any: 'with', with: 'without', without: 'any' }[state];
  const others = (list: readonly string[]): string[] => list.filter((each) => each !== tag);
  const words = { any: '', with: 'only with', without: 'without' };
  return (
    <button
      type="button"
      class={`tag-button tag-${state}`}
      aria-label={state === 'any' ? `Tag ${tag}: does not matter` : `Tag: ${words[state]} ${tag}`}
      onClick={() => {
        choice.value = {
          ...choice.value,
          tags: next === 'with' ? [...tags, tag] : others(tags),
          excludeTags: next === 'without' ? [...excludeTags, tag] : others(excludeTags),
        };
      }}
    >
      {state !== 'any' && <span class="hint">{words[state]} </span>}
      <span class="tag-name">{tag}</span>
    </button>
  );
}
