import type { Template } from './api';

/** The templates that a search and the filters leave, in their own order. */
export function matchingTemplates(
  templates: readonly Template[],
  query: string,
  filters: Readonly<Record<string, string>>,
): Template[] {
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return templates.filter((template) => {
    const text = `${template.name} ${template.style}`.toLocaleLowerCase();
    if (filters.kind && template.kind !== filters.kind) return false;
    if (filters.size && template.size !== filters.size) return false;
    return words.every((word) => text.includes(word));
  });
}
