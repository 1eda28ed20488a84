import { useSearchParams } from 'react-router';
import type { Scope } from './api';

const KEYS = ['start_date', 'end_date', 'group_id', 'tag'] as const;
type Key = (typeof KEYS)[number];

/** The filters of the reports, from the URL. They stay when another report is opened. */
export function useScope() {
  const [params, setParams] = useSearchParams();
  const scope: Scope = {};
  for (const key of KEYS) {
    const value = params.get(key);
    if (value) scope[key] = value;
  }
  const set = (changes: Partial<Record<Key | 'compare', string>>) =>
    setParams(
      (current) => {
        const after = new URLSearchParams(current);
        for (const [key, value] of Object.entries(changes)) {
          if (value) after.set(key, value);
          else after.delete(key);
        }
        return after;
      },
      { replace: true },
    );
  return { scope, compare: params.get('compare') !== 'no', set, search: params.toString() };
}
