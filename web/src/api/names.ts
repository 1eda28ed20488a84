const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
  '&#x2F;': '/',
};

/** The API keeps names of designs HTML-escaped; this is the name as a person typed it. */
export function plainName(name: string): string {
  return name.replace(/&(?:amp|lt|gt|quot|#x27|#x2F);/g, (entity) => ENTITIES[entity] ?? entity);
}

/** A design with its name as a person typed it. */
export function withPlainName<T extends { name: string }>(design: T): T {
  return { ...design, name: plainName(design.name) };
}
