import { Outlet, ScrollRestoration } from 'react-router';

/** Around every page: going back finds the place where one was. */
export function Root() {
  return (
    <>
      <Outlet />
      <ScrollRestoration />
    </>
  );
}
