/** Which views hold something that is typed but not saved, for the navigation. */
import { computed } from '@preact/signals';
import { hasUnsavedSettings } from '../configuration.js';
import { unsavedEnvironments } from '../environments.js';
import type { Route } from '../route.js';

export const viewsWithDrafts = computed<ReadonlySet<Route['view']>>(() => {
  const views = new Set<Route['view']>();
  if (unsavedEnvironments.value.size > 0) views.add('environments');
  if (hasUnsavedSettings.value) views.add('settings');
  return views;
});
