/** Where people may write for help, as the server wrote it into the page; undefined when it named nobody. */
export function supportEmail(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="support-email"]')?.content || undefined;
}
