import type { RouteObject } from 'react-router';

/** The pages of a signed-in person that need no department. */
export const accountRoutes: RouteObject[] = [
  { id: 'account', path: 'account', lazy: () => import('../../features/account/AccountPage') },
  {
    id: 'department-new',
    path: 'departments/new',
    lazy: () => import('../../features/departments/DepartmentCreatePage'),
  },
];
