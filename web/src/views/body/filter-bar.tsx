import type { JSX } from 'preact';
import type { BodyFacts } from '../../body/messages.js';
import { Icon } from '../../components/icon.js';
import type { BodyModel } from './body-model.js';

interface FilterBarProps {
  readonly model: BodyModel;
  readonly language: BodyFacts['language'];
}

/** Shows only what an expression finds, while it is typed. */
export function FilterBar({ model, language }: FilterBarProps): JSX.Element | null {
  const { form, filter, filtered } = model;
  if (language === 'none' || form.value === 'preview' || form.value === 'hex') return null;
  const isJson = language === 'json';
  const found = filtered.value;
  const problem = found !== undefined && 'problem' in found ? found.problem : '';
  const clear = (): void => model.changeFilter('');
  return (
    <div class="body-filter">
      <Icon name="filter" />
      <input
        type="text"
        class="input"
        aria-label={isJson ? 'Filter by JSONPath' : 'Filter by XPath'}
        placeholder={isJson ? 'Filter: $.items[*].id or body.items[0]' : 'Filter: //item[@id="7"]/name'}
        spellcheck={false}
        autocomplete="off"
        aria-invalid={problem !== ''}
        value={filter.value}
        onInput={({ currentTarget }) => model.changeFilter(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || filter.value === '') return;
          event.stopPropagation();
          clear();
        }}
      />
      <span
        class={problem === '' ? 'filter-count' : 'filter-count count-failed'}
        role="status"
        title={problem}
      >
        {problem !== '' && problem}
        {found !== undefined && 'count' in found && countText(found.count)}
      </span>
      {filter.value !== '' && (
        <button type="button" class="icon-button" aria-label="Clear the filter" onClick={clear}>
          <Icon name="close" />
        </button>
      )}
    </div>
  );
}

function countText(count: number): string {
  return count === 1 ? '1 result' : `${count.toLocaleString('en-US')} results`;
}
