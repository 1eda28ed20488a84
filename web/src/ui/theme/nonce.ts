/** The nonce the server wrote into the page; without it the policy refuses every style tag we add. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
}

/** The scroll lock of dialogs adds its own style tag and asks for the nonce under this bundler's name. */
export function shareNonceWithLibraries(): void {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() });
}
