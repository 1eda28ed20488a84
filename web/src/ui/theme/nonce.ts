/** Returns the CSP nonce that the server wrote into the page. Without it, the policy blocks every style element that we add. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
}

/** The dialogs' scroll lock adds a style element and reads the nonce from this webpack variable. */
export function shareNonceWithLibraries(): void {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() });
}
