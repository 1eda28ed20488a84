const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
  '&#x2F;': '/',
};

/** Unescapes a design name: the API returns design names HTML-escaped. */
export function plainName(name: string): string {
  return name.replace(/&(?:amp|lt|gt|quot|#x27|#x2F);/g, (entity) => ENTITIES[entity] ?? entity);
}

/** A design with its name unescaped. */
export function withPlainName<T extends { name: string }>(design: T): T {
  return { ...design, name: plainName(design.name) };
}
