import { matches } from '../../lib/fold';
import type { Template } from './api';

/** The templates that a search and the filters leave, in their own order. */
export function matchingTemplates(
  templates: readonly Template[],
  query: string,
  filters: Readonly<Record<string, string>>,
): Template[] {
  return templates.filter((template) => {
    if (filters.kind && template.kind !== filters.kind) return false;
    if (filters.size && template.size !== filters.size) return false;
    return matches(`${template.name} ${template.style}`, query);
  });
}
