import { Outlet, ScrollRestoration } from 'react-router';

/** Wraps every page and restores the scroll position when going back. */
export function Root() {
  return (
    <>
      <Outlet />
      <ScrollRestoration />
    </>
  );
}
