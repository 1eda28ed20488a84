/** The query parameter of pages that show test credentials. */
export const TEST_PARAM = 'test';

/** Whether the current page shows test credentials, which appear in no other list. */
export const testsShown = () => new URLSearchParams(window.location.search).get(TEST_PARAM) === 'true';

/** The URL of a page about a credential, which keeps test mode for a test credential. */
export const withMode = (path: string, test: boolean | undefined) =>
  test ? `${path}${path.includes('?') ? '&' : '?'}${TEST_PARAM}=true` : path;
