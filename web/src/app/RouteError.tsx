import { isRouteErrorResponse, useRouteError } from 'react-router';
import { ErrorPage } from '../ui/ErrorPage';

/** Stands in for a screen that broke or whose program could not be fetched. */
export function RouteError() {
  const error = useRouteError();
  const detail = isRouteErrorResponse(error)
    ? String(error.status)
    : error instanceof Error
      ? error.message
      : undefined;
  return <ErrorPage detail={detail} />;
}
