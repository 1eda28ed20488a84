import { isRouteErrorResponse, useRouteError } from 'react-router';
import { ErrorPage } from '../ui/ErrorPage';

/** Replaces a screen that crashed or whose code could not be loaded. */
export function RouteError() {
  const error = useRouteError();
  const detail = isRouteErrorResponse(error)
    ? String(error.status)
    : error instanceof Error
      ? error.message
      : undefined;
  return <ErrorPage detail={detail} />;
}
