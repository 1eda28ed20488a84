import type { RouteObject } from 'react-router';
import { PageSkeleton } from '../../ui/PageSkeleton';
import { RequireDepartment, RequireSession } from '../guards';
import { AppLayout } from '../layout/AppLayout';
import { FrontLayout } from '../layout/FrontLayout';
import { NotFoundPage } from '../NotFoundPage';
import { Root } from '../Root';
import { RouteError } from '../RouteError';
import { accountRoutes } from './account';
import { departmentRoutes } from './department';
import { editorRoutes } from './editor';
import { frontRoutes } from './front';
import { publicRoutes } from './public';

// All pages. The server knows them from web/routes.json. Static routes must not contain a digit. References to credentials always do, so `/:ref` never matches a static route.
export const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <RouteError />,
    hydrateFallbackElement: <PageSkeleton />,
    children: [
      { element: <FrontLayout />, children: frontRoutes },
      {
        element: <RequireSession />,
        children: [
          { element: <RequireDepartment />, children: editorRoutes },
          {
            element: <AppLayout />,
            children: [
              {
                errorElement: <RouteError />,
                children: [{ element: <RequireDepartment />, children: departmentRoutes }, ...accountRoutes],
              },
            ],
          },
        ],
      },
      ...publicRoutes,
      { id: 'not-found', path: '*', element: <NotFoundPage /> },
    ],
  },
];
