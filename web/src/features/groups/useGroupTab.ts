import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import type { Form } from '../../ui/form/useForm';
import type { GroupValues } from './groupForm';
import { isTab, TABS, type Tab, tabOf } from './groupTabs';

/** The open tab, from the URL, and the tabs with validation errors. The first tab with an error opens automatically. */
export function useGroupTab(form: Form<GroupValues>) {
  const [params, setParams] = useSearchParams();
  const asked = params.get('tab');
  const tab: Tab = isTab(asked) ? asked : 'info';
  const names = Object.keys(form.values) as (keyof GroupValues)[];
  const broken = new Set(names.filter((name) => form.field(name).error).map(tabOf));
  const wrong = TABS.filter((one) => broken.has(one));

  const open = (next: string | null) =>
    setParams(
      (current) => {
        const changed = new URLSearchParams(current);
        if (next === null || next === 'info') changed.delete('tab');
        else changed.set('tab', next);
        return changed;
      },
      { replace: true },
    );

  const first = wrong.length > 0 && !wrong.includes(tab) ? wrong[0] : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what came to be wrong opens a tab, not a tab that is opened
  useEffect(() => {
    if (first) open(first);
  }, [wrong.join(' ')]);
  return { tab, wrong, open };
}
