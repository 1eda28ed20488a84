import type { LoaderFunction, RouteObject } from 'react-router';
import { isReference } from '../../features/public/reference';
import { PageSkeleton } from '../../ui/PageSkeleton';
import { Root } from '../Root';
import { RouteError } from '../RouteError';
import { visitorRoutes } from './public';

/** Loads a page that is not for visitors, with the application that has it. */
const leave: LoaderFunction = ({ request }) => {
  window.location.assign(request.url);
  return new Promise(() => {});
};

/** Every page of one segment looks like a credential, but only references have a digit. */
const onlyCredentials: LoaderFunction = (from) => (isReference(from.params.ref ?? '') ? null : leave(from));

/** The pages that visitors open from elsewhere. The server serves them with scripts of their own, which hold nothing of the others. */
export const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <RouteError />,
    hydrateFallbackElement: <PageSkeleton />,
    children: [
      ...visitorRoutes.map((route) =>
        route.path === ':ref' ? { ...route, loader: onlyCredentials } : route,
      ),
      { id: 'elsewhere', path: '*', loader: leave, element: null },
    ],
  },
];
