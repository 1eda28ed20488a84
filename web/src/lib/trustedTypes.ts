/** The part of the Trusted Types API in use. Browsers without it ignore the directive of the page's policy. */
interface PolicyFactory {
  createPolicy(
    name: string,
    rules: {
      createHTML?: (text: string) => string | null;
      createScriptURL?: (url: string) => string | null;
    },
  ): { createHTML(text: string): string };
}

declare global {
  interface Window {
    trustedTypes?: PolicyFactory;
  }
}

/**
 * The policy for strings that libraries assign to DOM sinks. Mantine and Konva set innerHTML to CSS and to the empty string, which
 * need no markup. The browser throws for everything else, as for null here. Scripts are loaded from this host only.
 */
window.trustedTypes?.createPolicy('default', {
  createHTML: (text) => (text.includes('<') ? null : text),
  createScriptURL: (url) => (new URL(url, document.baseURI).origin === window.location.origin ? url : null),
});

const inertText = window.trustedTypes?.createPolicy('inert-text', { createHTML: (text) => text });

/** Parses HTML into a document that loads nothing, runs no scripts and is never shown, and returns its text. */
export function textOfHtml(html: string): string {
  const page = new DOMParser().parseFromString(inertText?.createHTML(html) ?? html, 'text/html');
  return page.body.textContent.trim();
}

/** Parses HTML into a document that loads nothing and runs no scripts. Show it only in a frame whose sandbox allows no scripts. */
export function documentOfHtml(html: string): Document {
  return new DOMParser().parseFromString(inertText?.createHTML(html) ?? html, 'text/html');
}
