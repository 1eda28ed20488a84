export type Texts = { [key: string]: string | Texts };

export const PLURAL = /_(zero|one|two|few|many|other)$/;

/** The texts of a tree by their full keys. */
export function flatten(texts: Texts, prefix = ''): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([key, value]) =>
      typeof value === 'string'
        ? [[prefix + key, value]]
        : Object.entries(flatten(value, `${prefix}${key}.`)),
    ),
  );
}

/** The keys of a complete translation: those of English, in every plural form of the language. */
export function expectedKeys(language: string, english: Record<string, string>): string[] {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const keys = Object.keys(english).flatMap((key) => {
    // A key that only looks like a plural form has no sibling ending in "_other".
    if (!PLURAL.test(key) || english[key.replace(PLURAL, '_other')] === undefined) return [key];
    return forms.map((form) => key.replace(PLURAL, `_${form}`));
  });
  return [...new Set(keys)].sort();
}
