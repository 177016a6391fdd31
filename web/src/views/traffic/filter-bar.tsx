import type { JSX } from 'preact';
import { Icon } from '../../components/icon.js';
import { NO_FILTER, type ExchangeFilter } from '../../state/traffic/exchange-filter.js';

/** A list to choose from; the first choice is always all. */
export interface FilterChoice {
  readonly field: 'method' | 'status' | 'type' | 'route';
  readonly label: string;
  readonly all: string;
  readonly options: readonly { readonly value: string; readonly text: string }[];
}

interface FilterBarProps {
  readonly filter: ExchangeFilter;
  readonly set: (filter: ExchangeFilter) => void;
  /** What the text is looked for in. */
  readonly placeholder: string;
  readonly choices: readonly FilterChoice[];
}

export const STATUS_CHOICE: FilterChoice = {
  field: 'status',
  label: 'Status',
  all: 'Any status',
  options: ['2', '3', '4', '5'].map((value) => ({ value, text: `${value}xx` })),
};

export function FilterBar({ filter, set, placeholder, choices }: FilterBarProps): JSX.Element {
  const isFiltered = Object.values(filter).some((value) => value !== '');
  return (
    <div class="filter-bar" role="search" aria-label="Filter the exchanges">
      <input
        type="search"
        aria-label="Filter by text"
        placeholder={placeholder}
        value={filter.text}
        onInput={({ currentTarget }) => set({ ...filter, text: currentTarget.value })}
      />
      {choices.map(({ field, label, all, options }) => (
        <select
          key={field}
          aria-label={label}
          class={filter[field] === '' ? '' : 'is-set'}
          value={filter[field]}
          onChange={({ currentTarget }) => set({ ...filter, [field]: currentTarget.value })}
        >
          <option value="">{all}</option>
          {withChosen(options, filter[field]).map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      ))}
      {isFiltered && (
        <button
          type="button"
          class="icon-button"
          title="Remove the filter"
          aria-label="Remove the filter"
          onClick={() => set(NO_FILTER)}
        >
          <Icon name="close" />
        </button>
      )}
    </div>
  );
}

/** A choice stays in the list when nothing matches it any more. */
function withChosen(options: FilterChoice['options'], chosen: string): FilterChoice['options'] {
  if (chosen === '' || options.some(({ value }) => value === chosen)) return options;
  return [...options, { value: chosen, text: chosen.trim() }];
}
