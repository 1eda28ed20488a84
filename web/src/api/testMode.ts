/** The parameter in the address of a page that shows the credentials of tests. */
export const TEST_PARAM = 'test';

/** Whether the page in the address is about the credentials of tests, which are in no list otherwise. */
export const testsShown = () => new URLSearchParams(window.location.search).get(TEST_PARAM) === 'true';

/** The address of a page about a credential, which goes on being about tests if it is one. */
export const withMode = (path: string, test: boolean | undefined) =>
  test ? `${path}${path.includes('?') ? '&' : '?'}${TEST_PARAM}=true` : path;
